package ballot

// Identity is a teller's secret. It cannot be printed; [Identity.Protect] is
// its only form outside memory.
type Identity struct{ _ [0]func() }

// NewIdentity makes a teller's secret from crypto/rand.
func NewIdentity() (*Identity, error) { panic("not written yet") }

// Card is the public half of a teller's identity.
type Card struct {
	Recipient string `json:"recipient"` // age X25519, "age1…"
	Approval  string `json:"approval"`  // Ed25519 public key, 64 hexadecimal digits
}

// ParseCard reads a card as [Card.String] writes it, as a teller pastes it to
// register.
func ParseCard(s string) (Card, error) { panic("not written yet") }

// String is the card in one line: "age1….…": recipient, full stop, approval key.
func (c Card) String() string { return c.Recipient + "." + c.Approval }

// Card is the identity's public half.
func (i *Identity) Card() Card { panic("not written yet") }

// Protect is the identity as an armoured age file under a passphrase
// (scrypt), at most 4 KiB: a teller's key file.
func (i *Identity) Protect(passphrase string) ([]byte, error) { panic("not written yet") }

// OpenIdentity reads a teller's key file. A wrong passphrase is [ErrPassphrase].
func OpenIdentity(file []byte, passphrase string) (*Identity, error) { panic("not written yet") }

// Close forgets the secret as well as Go can.
func (i *Identity) Close() {}
