package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nzgs/internal/config"
	"nzgs/internal/spool"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/books"
)

// exports are the formats of the books, and what writes them.
var exports = map[string]func(ctx context.Context, soc *society, w io.Writer) error{
	"hledger": func(ctx context.Context, soc *society, w io.Writer) error {
		j, err := soc.treasury.JournalFile(ctx, console, treasury.JournalFilter{})
		if err != nil {
			return err
		}
		return j.WritePlain(w)
	},
	"csv": func(ctx context.Context, soc *society, w io.Writer) error {
		j, err := soc.treasury.JournalFile(ctx, console, treasury.JournalFilter{})
		if err != nil {
			return err
		}
		return reports.TableCSV(w, books.JournalTable(j))
	},
	"xlsx": func(ctx context.Context, soc *society, w io.Writer) error {
		tables, err := books.Everything(ctx, soc.treasury, console, soc.clock().Date())
		if err != nil {
			return err
		}
		return reports.Press{Society: soc.name, Day: soc.clock().Date()}.TablesXLSX(w, "Books of "+soc.name, tables)
	},
}

func booksExportCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "The whole journal, for other programs",
		Long: `Write the books of a society to standard output.

  hledger  a plain-text journal that hledger and ledger read (docs/books.md)
  csv      the journal, a row for each line
  xlsx     a workbook: accounts, journal, invoices, payments`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			write, known := exports[format]
			if !known {
				return fmt.Errorf("%w: --format is hledger, csv or xlsx", errUsage)
			}
			return onSociety(func(cmd *cobra.Command, soc *society, _ []string) error {
				whole := (*spool.Folder)(nil).New() // all of it, or nothing
				defer whole.Close()
				if err := write(cmd.Context(), soc, whole); err != nil {
					return err
				}
				_, err := whole.WriteTo(cmd.OutOrStdout())
				return err
			})(cmd, args)
		},
	}
	cmd.Flags().StringVar(&format, "format", "hledger", "hledger, csv or xlsx")
	config.AddFlags(cmd.Flags())
	return cmd
}
