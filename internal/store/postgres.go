package store

import (
	"database/sql"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"nzgs/internal/machine"
)

// IsPostgres reports whether dsn is the address of a PostgreSQL database, and not the path of a file.
func IsPostgres(dsn string) bool {
	return strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
}

// programName is how connections of this program are called in PostgreSQL, unless the address gives another name.
const programName = "nzgs"

// postgresConfig is how connections to the database at dsn are made: with the time limits, unless the address sets others.
// Of several hosts the first that can be written to is taken, unless the address says which.
func postgresConfig(dsn, name string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, err // pgx leaves the password out
	}
	for name, limit := range map[string]time.Duration{
		"lock_timeout": lockPatience, "statement_timeout": statementPatience,
		"idle_in_transaction_session_timeout": idlePatience,
	} {
		if config.RuntimeParams[name] == "" && !strings.Contains(config.RuntimeParams["options"], name) {
			config.RuntimeParams[name] = fmt.Sprint(limit.Milliseconds())
		}
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = name
	}
	several := len(hostsOf(&config.Config)) > 1
	if several && config.ValidateConnect == nil {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectPatience
		if several {
			config.ConnectTimeout = hostPatience
		}
	}
	config.DialFunc = machine.Dialer(silencePatience).DialContext
	config.OnNotice = noteUnreplicated
	return config, nil
}

// hostsOf are the hosts of an address in their order, each with its port.
func hostsOf(config *pgconn.Config) []string {
	hosts := []string{hostAndPort(config.Host, config.Port)}
	for _, f := range config.Fallbacks { // a host stands there again for what it is tried without encryption
		if host := hostAndPort(f.Host, f.Port); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

func hostAndPort(host string, port uint16) string {
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

// Named is the database at dsn as it is named in messages: the path of a file, or where PostgreSQL is, without password.
func Named(dsn string) string {
	if !IsPostgres(dsn) {
		return dsn
	}
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return "(unreadable address)"
	}
	return fmt.Sprintf("%s of %s at %s", config.Database, config.User, strings.Join(hostsOf(&config.Config), ", "))
}

// unreplicated is under what name a connection remembers that a commit did not wait for the standby.
const unreplicated = "unreplicated"

// noteUnreplicated remembers the warning with which PostgreSQL answers a commit that it gave up to have at the standby, as
// after its time limit: what was kept at the primary alone is lost with it. The program tells it by the place in PostgreSQL
// that warns, because the text is in the server's language.
func noteUnreplicated(c *pgconn.PgConn, n *pgconn.Notice) {
	if n.Routine == "SyncRepWaitForLSN" {
		c.CustomData()[unreplicated] = true
	}
}

// isUnreplicated reports whether what was just committed on the connection may be lost with the primary.
func isUnreplicated(conn *sql.Conn) bool {
	found := false
	err := conn.Raw(func(driverConn any) error {
		if c, ok := driverConn.(*stdlib.Conn); ok {
			data := c.Conn().PgConn().CustomData()
			found = data[unreplicated] == true
			delete(data, unreplicated)
		}
		return nil
	})
	return found && err == nil
}
