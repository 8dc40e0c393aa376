package auth

import (
	"context"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// nameColumns are a name as the table person has it.
type nameColumns struct {
	family, given string
	familyFirst   bool
}

func (n nameColumns) name() Name {
	name := Name{Family: n.family, Given: n.given, Order: GivenFirst}
	if n.familyFirst {
		name.Order = FamilyFirst
	}
	return name
}

const accountColumns = `
		SELECT a.id, a.person_id, p.family_name, p.given_names, p.family_first,
		       a.email, p.email, a.password_hash, a.disabled, a.created_at, a.version,
		       EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id),
		       (SELECT MAX(s.seen_at) FROM session s WHERE s.account_id = a.id)
		FROM account a
		JOIN person p ON p.id = a.person_id`

func scanAccount(r store.Scanner) (accountFile, error) {
	var f accountFile
	var n nameColumns
	err := r.Scan(&f.ID, &f.Person, &n.family, &n.given, &n.familyFirst,
		&f.Email, &f.Letters, &f.passwordHash, &f.Disabled, &f.Created, &f.Version, &f.Enrolled, &f.LastSeen)
	f.Name, f.Ready = n.name(), f.passwordHash != ""
	return f, err
}

func accountByID(ctx context.Context, q store.Queryer, id AccountID) (accountFile, error) {
	return store.One(ctx, q, scanAccount, accountColumns+`
		WHERE a.id = $1`, id)
}

func accountByEmail(ctx context.Context, q store.Queryer, key string) (accountFile, error) {
	return store.One(ctx, q, scanAccount, accountColumns+`
		WHERE a.email_key = $1`, key)
}

// accountMatches is the condition of a search: both halves compare keys, which
// are folded the same way as what is looked for.
const accountMatches = `
		WHERE CAST($1 AS TEXT) = '' AND CAST($2 AS TEXT) = ''
		   OR $1 <> '' AND p.name_key LIKE $1 ESCAPE '\'
		   OR $2 <> '' AND a.email_key LIKE $2 ESCAPE '\'`

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// containing is the pattern of what contains s; "" matches nothing.
func containing(s string) string {
	if s == "" {
		return ""
	}
	return "%" + likeEscapes.Replace(s) + "%"
}

func accounts(ctx context.Context, q store.Queryer, query AccountQuery) ([]Account, error) {
	return store.All(ctx, q, func(r store.Scanner) (Account, error) {
		f, err := scanAccount(r)
		return f.Account, err
	}, accountColumns+accountMatches+`
		ORDER BY p.sort_key, a.id
		LIMIT $3 OFFSET $4`, containing(query.Name), containing(query.Email), query.Limit, query.Offset)
}

func countAccounts(ctx context.Context, q store.Queryer, query AccountQuery) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM account a
		JOIN person p ON p.id = a.person_id`+accountMatches, containing(query.Name), containing(query.Email))
}

func accountExists(ctx context.Context, q store.Queryer) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `SELECT EXISTS (SELECT 1 FROM account)`)
}

func insertAccount(ctx context.Context, tx *store.Tx, a Account, hash string) (AccountID, error) {
	return store.One(ctx, tx, store.Value[AccountID], `
		INSERT INTO account (person_id, email, email_key, password_hash, created_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, a.Person, a.Email, EmailKey(a.Email), hash, a.Created)
}

// updateAccount writes address and state under the version that was read.
func updateAccount(ctx context.Context, tx *store.Tx, a Account, version int64) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE account
		SET email = $3, email_key = $4, disabled = $5, version = version + 1
		WHERE id = $1 AND version = $2`, a.ID, version, a.Email, EmailKey(a.Email), a.Disabled)
}

func updatePassword(ctx context.Context, tx *store.Tx, id AccountID, hash string) error {
	_, err := tx.Exec(ctx, `
		UPDATE account
		SET password_hash = $2, version = version + 1
		WHERE id = $1`, id, hash)
	return err
}

// rehashPassword replaces a hash by one of the same password, unless the
// password has changed since.
func rehashPassword(ctx context.Context, tx *store.Tx, id AccountID, old, fresh string) error {
	_, err := tx.Exec(ctx, `
		UPDATE account
		SET password_hash = $3
		WHERE id = $1 AND password_hash = $2`, id, old, fresh)
	return err
}

// insertFailures counts one attempt for each subject and returns the rows.
func insertFailures(ctx context.Context, tx *store.Tx, subjects []string, at civil.Instant) ([]int64, error) {
	var args []any
	for _, s := range subjects {
		args = append(args, s, at)
	}
	return store.All(ctx, tx, store.Value[int64], `
		INSERT INTO sign_in_failure (subject, at)
		VALUES `+store.Values(len(subjects), 2)+`
		RETURNING id`, args...)
}

func failuresOf(
	ctx context.Context, q store.Queryer, subjects []string, since civil.Instant,
) (map[string]failures, error) {
	condition, args := store.In([]any{since}, subjects)
	known := make(map[string]failures)
	_, err := store.All(ctx, q, func(r store.Scanner) (string, error) {
		var subject string
		var f failures
		err := r.Scan(&subject, &f.count, &f.last)
		known[subject] = f
		return subject, err
	}, `
		SELECT subject, COUNT(*), MAX(at)
		FROM sign_in_failure
		WHERE subject IN `+condition+` AND at > $1
		GROUP BY subject`, args...)
	return known, err
}

// deleteFailures forgets every failure of the subject, and the given rows.
func deleteFailures(ctx context.Context, tx *store.Tx, subject string, rows []int64) error {
	condition, args := store.In([]any{subject}, rows)
	_, err := tx.Exec(ctx, `
		DELETE FROM sign_in_failure
		WHERE subject = $1 OR id IN `+condition, args...)
	return err
}

func deleteOldFailures(ctx context.Context, tx *store.Tx, until civil.Instant) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM sign_in_failure WHERE at <= $1`, until)
}

const someoneColumns = `
		SELECT p.id, p.family_name, p.given_names, p.family_first, p.email, a.id
		FROM person p
		LEFT JOIN account a ON a.person_id = p.id`

func scanSomeone(r store.Scanner) (Someone, error) {
	var p Someone
	var n nameColumns
	err := r.Scan(&p.Person, &n.family, &n.given, &n.familyFirst, &p.Email, store.ZeroNull(&p.Account))
	p.Name = n.name()
	return p, err
}

func someoneByID(ctx context.Context, q store.Queryer, id PersonID) (Someone, error) {
	return store.One(ctx, q, scanSomeone, someoneColumns+`
		WHERE p.id = $1`, id)
}

func peopleNamed(ctx context.Context, q store.Queryer, words []string, limit int) ([]Someone, error) {
	conditions := make([]string, len(words))
	args := []any{limit}
	for i, w := range words {
		if number, err := strconv.ParseInt(w, 10, 64); err == nil {
			args = append(args, number)
			n := strconv.Itoa(len(args))
			conditions[i] = `(p.id = $` + n + ` OR p.id IN (SELECT l.kept_id FROM person_alias l WHERE l.gone_id = $` + n + `))`
			continue
		}
		args = append(args, containing(w))
		n := strconv.Itoa(len(args))
		conditions[i] = `(p.name_key LIKE $` + n + ` ESCAPE '\'
			OR p.id IN (SELECT f.person_id FROM person_former_name f WHERE f.name_key LIKE $` + n + ` ESCAPE '\'))`
	}
	return store.All(ctx, q, scanSomeone, someoneColumns+`
		WHERE p.id NOT IN (SELECT gone_id FROM person_alias) AND `+strings.Join(conditions, ` AND `)+`
		ORDER BY p.sort_key, p.id
		LIMIT $1`, args...)
}
