package storetest

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"nzgs/internal/store"
)

// Plans runs read and gives the plan of each query that it asked, in the words of the database. PostgreSQL is told to
// avoid reading whole tables, which it prefers while they are as small as those of tests.
func Plans(t *testing.T, db *store.DB, read func(q store.Queryer)) []string {
	t.Helper()
	p := &planner{t: t, dialect: db.Dialect()}
	forgetSizes(t, db)
	if err := db.AtOnce(context.Background(), func(q store.Queryer) error {
		if p.Queryer = q; p.dialect == store.Postgres {
			if _, err := store.One(context.Background(), q, store.Value[string], `SELECT set_config('enable_seqscan', 'off', TRUE)`); err != nil {
				return err
			}
		}
		read(p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return p.plans
}

// forgetSizes lets PostgreSQL plan as if no table had been looked at by ANALYZE or by autovacuum, which comes when it likes:
// a table that was empty then may be read by any index.
func forgetSizes(t *testing.T, db *store.DB) {
	t.Helper()
	if db.Dialect() != store.Postgres {
		return
	}
	if err := db.InTx(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(context.Background(), `
			UPDATE pg_catalog.pg_class
			SET relpages = 0, reltuples = -1
			WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// planner asks for the plan of each query before the query.
type planner struct {
	store.Queryer
	t       *testing.T
	dialect store.Dialect
	plans   []string
}

func (p *planner) plan(ctx context.Context, query string, args []any) {
	p.t.Helper()
	explain, column := "EXPLAIN QUERY PLAN ", 3
	if p.dialect == store.Postgres {
		explain, column = "EXPLAIN ", 0
	}
	var plan strings.Builder
	if err := store.Each(ctx, p.Queryer, func(s store.Scanner) (string, error) {
		var id, parent, unused sql.NullString
		var detail string
		all := []any{&id, &parent, &unused, &detail} // PostgreSQL has the last alone
		err := s.Scan(all[3-column:]...)
		return detail, err
	}, func(line string) error {
		plan.WriteString(line + "\n")
		return nil
	}, explain+query, args...); err != nil {
		p.t.Fatalf("the plan of %s: %v", query, err)
	}
	p.plans = append(p.plans, plan.String())
}

func (p *planner) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	p.plan(ctx, query, args)
	return p.Queryer.Query(ctx, query, args...)
}

func (p *planner) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	p.plan(ctx, query, args)
	return p.Queryer.QueryRow(ctx, query, args...)
}
