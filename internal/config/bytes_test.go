package config

import "testing"

func TestASizeIsReadAsPeopleWriteIt(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		ok   bool
	}{
		{"600MB", 600e6, true}, {"600 mb", 600e6, true}, {"1.5GB", 1500e6, true}, {"512MiB", 512 << 20, true},
		{"1GiB", 1 << 30, true}, {"64M", 64 << 20, true}, {"2g", 2 << 30, true},
		{"600", 0, false}, {"MB", 0, false}, {"-1GB", 0, false}, {"0MB", 0, false}, {"NaNMB", 0, false},
		{"InfGB", 0, false}, {"1e300GB", 0, false}, {"half", 0, false}, {"10%", 0, false},
	} {
		got, ok := bytesOf(c.text)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("bytesOf(%q) = %d, %v; want %d, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}

func TestTheMemoryOfTheProgramIsASetting(t *testing.T) {
	dir := t.TempDir()
	c, err := Load(flags(t, "--data", dir, "--memory", "300MB"))
	if err != nil || c.Memory != 300e6 {
		t.Errorf("memory 300MB is %d: %v", c.Memory, err)
	}
	t.Setenv("NZGS_MEMORY", "1GiB")
	if c, err = Load(flags(t, "--data", dir)); err != nil || c.Memory != 1<<30 {
		t.Errorf("NZGS_MEMORY=1GiB is %d: %v", c.Memory, err)
	}
	for _, wrong := range []string{"300", "plenty", "10MB"} {
		if _, err := Load(flags(t, "--data", dir, "--memory", wrong)); err == nil {
			t.Errorf("memory %s is taken", wrong)
		}
	}
}
