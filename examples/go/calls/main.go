// Makes the calls of the README. It needs only the standard library: go run ./calls
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

const attempts = 4

var (
	address = "http://localhost:8787"
	client  = http.Client{Timeout: 30 * time.Second}
)

// Refused is a refusal of the service. Programs act on its code.
type Refused struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Errors []struct {
		Pointer string `json:"pointer"`
		Detail  string `json:"detail"`
	} `json:"errors"`
}

func (r *Refused) Error() string {
	return fmt.Sprintf("%d %s: %s %v", r.Status, r.Code, r.Detail, r.Errors)
}

// Zubrot calls the service with one token, which may also be an API key.
type Zubrot struct{ token string }

// Call sends a body, and reads the response into result. Both may be nil.
func (z Zubrot) Call(method, path string, body, result any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	// A repetition keeps the key, so that the service performs the call once.
	key := random()
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest(method, address+"/api/v2"+path, bytes.NewReader(content))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		if body == nil {
			request.Body, request.ContentLength = http.NoBody, 0
		}
		if z.token != "" {
			request.Header.Set("Authorization", "Bearer "+z.token)
		}
		if method != http.MethodGet {
			request.Header.Set("Idempotency-Key", key)
		}
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return err
		}
		if response.StatusCode < 300 {
			if result == nil {
				return nil
			}
			return json.Unmarshal(text, result)
		}
		wait, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil || wait > 30 || attempt == attempts {
			refused := &Refused{Status: response.StatusCode, Detail: string(text)}
			_ = json.Unmarshal(text, refused)
			return refused
		}
		time.Sleep(time.Duration(wait) * time.Second)
	}
}

// object is a JSON object whose fields this program does not name.
type object map[string]any

func logIn(name string) Zubrot {
	var tokens struct{ IDToken string }
	credentials := object{"email": name + "@demo.example", "password": "zubrot-demo-2026"}
	must(Zubrot{}.Call("POST", "/auth", credentials, &tokens))
	return Zubrot{tokens.IDToken}
}

func main() {
	log.SetFlags(0)
	if set := os.Getenv("ZUBROT_URL"); set != "" {
		address = set
	}
	now := time.Now().UTC()
	today, month := now.Format("2006-01-02"), now.Format("2006-01")+"-01"
	fiftyEuros := object{"value": 5000, "currency": "EUR_CENT"}

	// 1. Log in as the administrator of Demo GmbH, and read its company
	zubrot := logIn("admin")
	var me struct{ ManageableCompanyIDs []string }
	must(zubrot.Call("GET", "/auth/me", nil, &me))
	company := "/companies/" + me.ManageableCompanyIDs[0]

	// 2. Create an employee
	email := "ada" + random() + "@demo.example"
	var created struct{ EmployeeID string }
	must(zubrot.Call("POST", "/employees", object{"email": email, "companyId": me.ManageableCompanyIDs[0]}, &created))
	employee := "/employees/" + created.EmployeeID

	// 3. Grant 50 euros a month from this month on, for meals and mobility. The rest of a month is carried over
	must(zubrot.Call("PUT", employee+"/flex/access", object{
		"budget": fiftyEuros, "accumulateBudget": true,
		"startDate": month + "T00:00:00.000Z", "allowedModules": []string{"MEALS", "MOBILITY"},
	}, nil))

	// 4. Plan a voucher of 50 euros every month, from today on
	plan := object{"budget": fiftyEuros, "startDate": today + "T00:00:00.000Z"}
	must(zubrot.Call("PUT", employee+"/goodies/budget", plan, nil))

	// 5. Read the balance: what is left this month, and why
	show(zubrot, "GET", employee+"/flex/balance", nil)

	// 6. Preview a termination at the end of the year. Nothing is saved
	show(zubrot, "PUT", employee+"?dryRun=true", object{"dateTerminated": now.Format("2006") + "-12-31T23:59:59.999Z"})

	// 7. Run the hourly cron now. It issues the voucher that is due today
	cron, err := client.Get(fmt.Sprintf("%s/cdn-cgi/local/scheduled?cron=0+*+*+*+*&time=%d", address, now.UnixMilli()))
	must(err)
	cron.Body.Close()
	show(zubrot, "GET", employee+"/goodies/vouchers", nil)

	// 8. Read the history: who changed what, and when
	show(zubrot, "GET", "/events?subject="+created.EmployeeID+"&limit=5", nil)

	// 9. Create a code (`-H 'Accept: text/html'` returns a page to print). The employee registers with it and is logged in
	var letter struct{ Code string }
	must(zubrot.Call("POST", employee+"/invitation/letter", nil, &letter))
	must(Zubrot{}.Call("POST", "/auth/registration", object{"token": letter.Code, "password": "nine miles before breakfast"}, nil))

	// 10. Request a link to reset a password. The answer is the same whether or not the address exists
	must(Zubrot{}.Call("POST", "/auth/password-reset", object{"email": email}, nil))

	// 11. Import two employees with a budget (running it again changes nothing), then invite everyone who has no link or password
	show(zubrot, "POST", company+"/employees/import", object{"employees": []object{
		{"email": "grace@demo.example", "firstName": "Grace", "flexBudget": 50, "flexStartDate": month},
		{"email": "alan@demo.example", "firstName": "Alan", "goodiesBudget": 20, "goodiesStartDate": today},
	}})
	show(zubrot, "POST", company+"/employees/invitations", nil)
}

func show(zubrot Zubrot, method, path string, body any) {
	var result json.RawMessage
	must(zubrot.Call(method, path, body, &result))
	fmt.Println(method, path, string(result))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func random() string {
	bytes := make([]byte, 12)
	_, err := rand.Read(bytes)
	must(err)
	return hex.EncodeToString(bytes)
}
