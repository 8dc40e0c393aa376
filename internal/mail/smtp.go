package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/textproto"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// Encryption says how the way to the mail server is protected.
type Encryption string

// The encryptions.
const (
	StartTLS Encryption = "starttls" // asked for on the plain port; refused without it
	TLS      Encryption = "tls"      // from the first byte
	Plain    Encryption = "none"     // for a server on this machine
)

// SMTP is a mail server.
type SMTP struct {
	Host       string
	Port       int
	Encryption Encryption
	User       string // "": no sign-in
	Password   string
	From       string // sender's address
	FromName   string // sender's name: the society's
}

// timeout bounds each step of sending a letter: reaching the server, its greeting, signing in, the letter.
const timeout = 30 * time.Second

// Send implements Post. It takes no longer than ctx has time, if that has a deadline.
func (s SMTP) Send(ctx context.Context, m Message) error {
	_, err := s.send(ctx, m)
	return err
}

// Test sends a letter and says what the server answered, in at most within. An answer that no mail server gives is not shown:
// what else listens on a network is told to no one.
func (s SMTP) Test(ctx context.Context, m Message, within time.Duration) (answer string, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	answer, err = s.send(ctx, m)
	if err == nil {
		return clip(answer), nil
	}
	reply := serverReply.FindStringSubmatch(err.Error())
	var unknown *net.DNSError
	switch {
	case reply != nil:
		return whatWasSaid(err), err
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Sprintf("No answer within %d seconds.", int(within.Seconds())), err
	case errors.As(err, &unknown):
		return "No machine of that name was found.", err
	case strings.Contains(err.Error(), "x509: "):
		return "The certificate of the server is not one that this machine trusts.", err
	}
	return "It did not answer as a mail server does: check the name, the port and the encryption.", err
}

func (s SMTP) send(ctx context.Context, m Message) (answer string, err error) {
	msg, err := s.message(m)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrRefused, err)
	}
	way := s.lineTo(ctx)
	defer way.close()
	client, err := gomail.NewClient(s.Host, s.options(way)...)
	if err != nil {
		return "", fmt.Errorf("mail server %s: %w", s.Host, err)
	}
	if err := client.DialAndSendWithContext(ctx, msg); err != nil && !msg.IsDelivered() { // else only taking leave failed
		return "", classify(err)
	}
	return msg.ServerResponse(), nil
}

// Try signs in at the server and takes leave, without a letter.
func (s SMTP) Try(ctx context.Context) error {
	way := s.lineTo(ctx)
	defer way.close()
	client, err := gomail.NewClient(s.Host, s.options(way)...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return err
	}
	return client.Close()
}

func (s SMTP) options(way *line) []gomail.Option {
	options := []gomail.Option{gomail.WithPort(s.Port), gomail.WithTimeout(timeout), gomail.WithDialContextFunc(way.dial)}
	switch s.Encryption {
	case TLS:
		// line has made it TLS from the first byte, and the library sees that; a server offers no STARTTLS within (RFC 3207, 4.2).
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if s.User != "" {
		options = append(
			options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.User),
			gomail.WithPassword(s.Password),
		)
	}
	return options
}

func (s SMTP) message(m Message) (*gomail.Msg, error) {
	msg := gomail.NewMsg()
	from, err := mailbox(s.FromName, s.From)
	if err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	to, err := mailbox(m.To.Name, m.To.Address)
	if err != nil {
		return nil, fmt.Errorf("recipient: %w", err)
	}
	msg.FromMailAddress(from)
	msg.ToMailAddress(to)
	if m.ReplyTo.Address != "" {
		answers, err := mailbox(m.ReplyTo.Name, m.ReplyTo.Address)
		if err != nil {
			return nil, fmt.Errorf("address for answers: %w", err)
		}
		msg.ReplyToMailAddress(answers)
	}
	if m.Leave != "" {
		msg.SetGenHeaderPreformatted("List-Unsubscribe", "<"+m.Leave+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	_, domain, _ := strings.Cut(s.From, "@") // not this machine's name
	msg.SetMessageIDWithValue(m.ID + "@" + domain)
	msg.SetBodyString(gomail.TypeTextPlain, m.Body)
	msg.AddAlternativeString(gomail.TypeTextHTML, htmlOf(m))
	for _, a := range m.Attachments {
		if err := msg.AttachReader(
			a.Name, bytes.NewReader(a.Content), gomail.WithFileContentType(gomail.ContentType(a.MediaType)),
		); err != nil {
			return nil, fmt.Errorf("attachment %s: %w", a.Name, err)
		}
	}
	return msg, nil
}

// mailbox is a name and an address as a letter's head has them, whatever signs the name has: the library writes a name as
// it stands between quotes, and one with a quote in it would be no name.
func mailbox(name, address string) (*netmail.Address, error) {
	if !ValidAddress(address) {
		return nil, fmt.Errorf("%q is no address", address)
	}
	return &netmail.Address{Name: strings.Join(strings.FieldsFunc(name, isApart), " "), Address: address}, nil
}

// isApart reports a sign that no name in a letter's head has: a space, or one that moves the cursor.
func isApart(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// classify says of an error whether the server will never take the letter, or
// may have taken it: a reply of 5xx to sender, recipient or text is final (RFC
// 5321, 4.2.1); no reply to the text tells nothing. A refused sign-in may be
// fixed in the settings.
func classify(err error) error {
	var sending *gomail.SendError
	if !errors.As(err, &sending) {
		return err
	}
	code := replyCode(sending, err)
	switch sending.Reason {
	case gomail.ErrGetSender, gomail.ErrGetRcpts, gomail.ErrNoUnencoded:
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case gomail.ErrSMTPMailFrom, gomail.ErrSMTPRcptTo, gomail.ErrSMTPData:
		if code >= 500 && sending.Reason == gomail.ErrSMTPRcptTo && !ofPolicy(err) {
			return fmt.Errorf("%w: %w", ErrNoAddress, err)
		}
		if code >= 500 {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
	case gomail.ErrSMTPDataClose:
		switch {
		case code >= 500:
			return fmt.Errorf("%w: %w", ErrRefused, err)
		case code == 0:
			return fmt.Errorf("%w: %w", ErrUnknown, err)
		}
	}
	return err
}

// ofPolicy reports a refusal that is not about the address: of the sender, its server or the text (RFC 3463, 3.8), of a
// full mailbox (3.3) or of the commands.
func ofPolicy(err error) bool { return policyCode.MatchString(err.Error()) }

var policyCode = regexp.MustCompile(`(^|[^0-9.])5\.([3457]\.|2\.2)`)

// replyCode is the code of the server's reply; 0 when there was none.
func replyCode(sending *gomail.SendError, err error) int {
	var reply *textproto.Error
	if code := sending.ErrorCode(); code != 0 || !errors.As(err, &reply) {
		return code
	}
	return reply.Code
}

// serverReply is what the mail server answered, within what the mail library makes of it.
var serverReply = regexp.MustCompile(`(?s): ([45]\d\d) (".*"|.*?)(, affected recipient|$)`)

// whatWasSaid is why a letter did not go, as people read it: the server's answer, without what the library says around it.
func whatWasSaid(err error) string {
	text := err.Error()
	if m := serverReply.FindStringSubmatch(text); m != nil {
		reply := m[2]
		if plain, err := strconv.Unquote(reply); err == nil {
			reply = plain
		}
		return clip(m[1] + " " + reply)
	}
	text, _, _ = strings.Cut(text, ", affected recipient")
	return clip(text)
}
