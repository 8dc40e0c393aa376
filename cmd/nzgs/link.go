package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nzgs/internal/auth"
	"nzgs/internal/config"
)

func linkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "link EMAIL",
		Short: "Print a one-time link for the owner of an account to choose a password",
		Long: "Print a one-time link for the owner of an account to choose a new password, for when the\n" +
			"administrator is locked out. Run it on the society's own machine.",
		Args: exactly(1, "name the account: nzgs link aroha@example.nz"),
		RunE: changing(func(cmd *cobra.Command, soc *society, args []string) error {
			account, err := soc.accountByEmail(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			link, err := soc.auth.PasswordLink(cmd.Context(), console, account)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s\nThe link works once, until %s.\n", soc.linkURL(link), link.Expires.Long())
			return nil
		}),
	}
	config.AddFlags(cmd.Flags())
	return cmd
}

// console is whoever works at the society's own machine.
var console = auth.System("the console")

// setUpLink prints the link to set up an empty society; a society that is set
// up needs none.
func setUpLink(ctx context.Context, soc *society, out io.Writer) error {
	needed, err := soc.auth.NeedsSetUp(ctx)
	if err != nil || !needed {
		return err
	}
	link, err := soc.auth.SetUpLink(ctx, console)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nThis society is empty. Set it up here (the link works once, until %s):\n\n  %s\n",
		link.Expires.Long(), soc.linkURL(link))
	return nil
}

// signInLink makes a link that signs the owner of the account in.
func (soc *society) signInLink(ctx context.Context, email string, lasts time.Duration) (string, error) {
	account, err := soc.accountByEmail(ctx, email)
	if err != nil {
		return "", err
	}
	link, err := soc.auth.SignInLink(ctx, console, account, lasts)
	if err != nil {
		return "", err
	}
	return soc.linkURL(link), nil
}

func (soc *society) linkURL(link auth.Link) string { return soc.url + "/link/" + link.Token }

func (soc *society) accountByEmail(ctx context.Context, email string) (auth.AccountID, error) {
	found, _, err := soc.auth.Accounts(ctx, console, auth.AccountQuery{Email: auth.EmailKey(email), Limit: 50})
	if err != nil {
		return 0, err
	}
	for _, a := range found {
		if strings.EqualFold(a.Email, strings.TrimSpace(email)) {
			return a.ID, nil
		}
	}
	return 0, fmt.Errorf("%w %s", errNoAccount, email)
}

var errNoAccount = errors.New("there is no account with the address")
