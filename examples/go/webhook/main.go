// Receives webhooks: WEBHOOK_SECRET=whsec_… go run ./webhook
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Verify returns an error if a delivery does not come from the service, or comes too late.
func Verify(secret string, headers http.Header, body []byte) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return errors.New("the delivery is too old or too new")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), timestamp, body)
	// While a secret is being replaced, there is one signature for each.
	for _, signature := range strings.Fields(headers.Get("webhook-signature")) {
		bytes, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err == nil && hmac.Equal(bytes, mac.Sum(nil)) {
			return nil
		}
	}
	return errors.New("no signature of the delivery is right")
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, 1<<20))
	if err == nil {
		err = Verify(os.Getenv("WEBHOOK_SECRET"), request.Header, body)
	}
	var event struct {
		Type string
		Data map[string]any
	}
	if err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	// Respond at once, and do the work afterwards. An event may arrive twice: remember its webhook-id.
	response.WriteHeader(http.StatusNoContent)
	fmt.Println(event.Type, event.Data)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}
	log.Fatal(http.ListenAndServe("localhost:"+port, http.HandlerFunc(receive)))
}
