package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"nzgs/migrations"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print which nzgs this is",
		Long: "Print which nzgs this is: the commit it was built from, and the migration that it brings a\n" +
			"database to. An older program refuses a database of a higher one.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			return printVersion(cmd.OutOrStdout(), info)
		},
	}
}

func printVersion(w io.Writer, info *debug.BuildInfo) error {
	latest, err := migrations.Latest()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(
		w, "nzgs %s\nbuilt with %s for %s/%s\ndatabase at migration %d\n", buildOf(info), runtime.Version(), runtime.GOOS,
		runtime.GOARCH, latest,
	)
	return err
}

// buildOf names what the program was built from: a release or a commit, and whether files had been changed since.
func buildOf(info *debug.BuildInfo) string {
	if info == nil {
		return "of an unknown build"
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	name := info.Main.Version
	switch commit := set["vcs.revision"]; {
	case commit == "" && (name == "" || name == "(devel)"):
		return "of an unknown build"
	case commit != "" && set["vcs.modified"] == "true":
		return fmt.Sprintf("commit %.12s of %s, with changes that are in no commit", commit, set["vcs.time"])
	case commit != "":
		return fmt.Sprintf("commit %.12s of %s", commit, set["vcs.time"])
	}
	return name
}
