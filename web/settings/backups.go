package settings

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/upkeep/asked"
	"nzgs/web/kit"
)

// BackupsPage is the backups that are kept, how they are made, and what is being done with them.
type BackupsPage struct {
	kit.Page
	None     bool   // no folder is set
	Gone     string // says that the folder cannot be read now
	Make     *kit.PostButton
	Progress *kit.Progress
	Result   *BackupResult
	Facts    []kit.Fact
	Rows     []BackupRow
	Older    string
}

// BackupResult is what became of the last thing that was asked for.
type BackupResult struct {
	Kind string
	Text string
}

// BackupRow is a backup that is kept.
type BackupRow struct {
	Made, How, Size, Name string
	State                 kit.Badge
	Text                  string // about the state
	Try                   *kit.PostButton
}

var backupsView = kit.NewView[BackupsPage](templates, "backups.html")

// stageWords are what is being done.
var stageWords = map[asked.Stage]string{
	asked.Waiting: "Beginning", asked.Copying: "Copying the database", asked.Checking: "Opening the copy and checking it",
	asked.Encrypting: "Encrypting it", asked.Finishing: "Finishing",
}

// sizeWords is a size as people say it.
func sizeWords(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%.0f kB", float64(max(n, 1024))/1024)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

func (s *Desk) backups(c echo.Context) error {
	kept, err := s.kept.Kept(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := BackupsPage{
		Page: s.Page(c, "Backups", adminCrumb, settingsCrumb), None: kept.Folder == "", Facts: backupFacts(kept, s.Today()),
	}
	if kept.Unread != "" {
		page.Gone = folderGone(kept)
	}
	now := s.kept.Now()
	working := kept.Last.UnderWay(now)
	if working {
		page.Progress = backupProgress(kept)
	} else {
		page.Result = backupResult(kept, now)
		if !page.None && page.Gone == "" {
			page.Make = page.Button("make", kit.BackupsPath, "Make a backup now")
		}
	}
	for n, f := range kept.Files {
		row := backupRow(f)
		if !f.Encrypted && !working {
			row.Try = page.Button("try-"+kit.IDText(n), kit.BackupsPath+"/try", "Try it", kit.Hidden{Name: "name", Value: f.Name})
			row.Try.Kind, row.Try.Small, row.Try.For = "secondary", "small", "the backup of "+row.Made
		}
		page.Rows = append(page.Rows, row)
	}
	if kept.Older > 0 {
		page.Older = kit.Plural(kept.Older, "older backup is", "older backups are") + " kept too."
	}
	kit.NoStore(c)
	return backupsView.Render(c, http.StatusOK, page)
}

// folderGone says that the folder cannot be read, and what to do.
func folderGone(k asked.Kept) string {
	return "The folder for backups, " + k.Folder + ", cannot be read now. Until it can, the backups in it cannot be seen or tried, and it may " +
		"be that no new ones are made. Ask whoever runs the program to look at it: the disk may not be connected, or the " +
		"folder was moved or removed. The program was told: " + stop(k.Unread)
}

// backupFacts say how backups are made, and how far back one could go.
func backupFacts(k asked.Kept, today civil.Date) []kit.Fact {
	last := kit.Fact{Label: "Last backup", Value: "None has been made of this database, as far as it knows"}
	if !k.Made.Kept.IsZero() {
		last.Value = k.Made.Kept.Long()
	}
	if k.Folder == "" {
		return []kit.Fact{last}
	}
	every := "Every day at " + today.Midnight().Add(k.Daily).TimeOfDay() + ", by the society’s clocks"
	if k.Keep > 0 {
		every += "; the newest " + kit.IDText(k.Keep) + " are kept"
	} else {
		every += "; all are kept"
	}
	facts := []kit.Fact{
		last, {Label: "By itself", Value: every}, {Label: "Where they are", Value: k.Folder + ", on the machine that serves the site"},
	}
	if k.Handed != "" {
		facts = append(facts, kit.Fact{Label: "Handed to", Value: k.Handed + ", each new one"})
	}
	if k.Unread != "" && !k.Sealed {
		return facts // which of them were tried is not known
	}
	if k.Sealed {
		return append(facts, kit.Fact{Label: "Encrypted", Value: "Yes, after each is opened and checked. Only whoever has the key can open them."})
	}
	var tried civil.Instant
	var of asked.File
	for _, f := range k.Files {
		if f.Tried.Worked && f.Tried.At.After(tried) {
			tried, of = f.Tried.At, f
		}
	}
	restored := kit.Fact{Label: "Last restored to try it", Value: "None of these"}
	if !tried.IsZero() {
		restored.Value = "On " + tried.Long() + ", the one of " + of.Made.Long()
	}
	return append(facts, restored)
}

func backupProgress(k asked.Kept) *kit.Progress {
	p := &kit.Progress{
		ID: "backup-progress", Label: stageWords[k.Last.Stage], LiveURL: kit.BackupsPath,
		Text: "Begun on " + k.Last.Begun.Long() + ". You can leave this page and come back to it.",
	}
	if k.Last.Tries != "" {
		p.Label = "Restoring a backup to a place aside, and checking it"
		return p
	}
	p.Total = int(asked.Finishing)
	if p.Done = int(k.Last.Stage); !k.Sealed {
		p.Total--
		if k.Last.Stage == asked.Finishing {
			p.Done--
		}
	}
	return p
}

// resultFor is how long the page says what became of the last thing that was asked for.
const resultFor = 7 * 24 * time.Hour

// backupResult says what became of what was asked for last; nil: nothing was, or long ago.
func backupResult(k asked.Kept, now civil.Instant) *BackupResult {
	l := k.Last
	if l.Begun.IsZero() || now.Time().Sub(l.Begun.Time()) > resultFor {
		return nil
	}
	begun := l.Begun.Long()
	size := sizeWords(l.Size)
	switch {
	case l.BrokenOff(now) && l.Tries == "":
		return &BackupResult{kit.KindWarning, "The backup that was begun on " + begun + " did not come to its end: the program was stopped, or " +
			"this database was restored from that backup. Make another."}
	case l.BrokenOff(now):
		return &BackupResult{kit.KindWarning, "The try to restore that was begun on " + begun + " did not come to its end. Try it again."}
	case l.NotTried():
		return &BackupResult{kit.KindWarning, l.Tries + " was not tried on " + l.Ended.Long() + ". " + stop(l.Problem) +
			" That says nothing about the backup. Try it again; if that fails too, ask whoever runs the program to look at it."}
	case l.Tries != "" && l.Problem == "":
		return &BackupResult{kit.KindSuccess, l.Tries + " was restored to a place aside on " + l.Ended.Long() +
			", opened and checked whole, and the copy removed. It can be restored."}
	case l.Tries != "":
		return &BackupResult{kit.KindError, l.Tries + " was not restored when it was tried on " + l.Ended.Long() + ". " + stop(l.Problem)}
	case l.Name == "":
		return &BackupResult{kit.KindError, "The backup that was begun on " + begun + " was not made. " + stop(l.Problem)}
	case l.Problem != "":
		return &BackupResult{kit.KindWarning, l.Name + " was made on " + l.Ended.Long() + ", " + size + ", opened and checked. But: " + stop(l.Problem)}
	case l.Encrypted:
		return &BackupResult{kit.KindSuccess, l.Name + " was made on " + l.Ended.Long() + ", " + size + ". It was opened and checked, then encrypted."}
	}
	return &BackupResult{kit.KindSuccess, l.Name + " was made on " + l.Ended.Long() + ", " + size + ". It was opened and checked."}
}

// stop ends what a program said as a sentence.
func stop(text string) string {
	if text == "" || text[len(text)-1] == '.' {
		return text
	}
	return text + "."
}

func backupRow(f asked.File) BackupRow {
	row := BackupRow{Made: f.Made.Long(), How: "Every day", Size: sizeWords(f.Size), Name: f.Name}
	if f.ByHand {
		row.How = "Asked for"
	}
	switch {
	case f.Encrypted:
		row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Checked"}
		row.Text = "When it was made. It is encrypted since: the program cannot open it."
	case f.Tried.At.IsZero():
		row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Checked"}
		row.Text = "When it was made. Not restored to try it since."
	case f.Tried.Worked:
		row.State = kit.Badge{Kind: kit.KindSuccess, Text: "Restored to try it"}
		row.Text = f.Tried.At.Long()
	default:
		row.State = kit.Badge{Kind: kit.KindError, Text: "Could not be restored"}
		row.Text = f.Tried.At.Long() + ". " + stop(f.Tried.Problem)
	}
	return row
}

// makeBackup has a backup be made.
func (s *Desk) makeBackup(c echo.Context) error {
	return s.begun(c, s.kept.Make(c.Request().Context(), s.Actor(c)))
}

// tryBackup has a backup be restored aside.
func (s *Desk) tryBackup(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	return s.begun(c, s.kept.Try(c.Request().Context(), s.Actor(c), in.Text("name")))
}

// begun leads to the page, which shows how far it is; a refusal stands there too.
func (s *Desk) begun(c echo.Context, err error) error {
	if kind := apperr.KindOf(err); err != nil && kind != apperr.Conflict && kind != apperr.NotFound {
		return err
	}
	if err != nil {
		s.Flash(c, kit.KindWarning, err.Error())
	}
	return kit.SeeOther(c, kit.BackupsPath)
}
