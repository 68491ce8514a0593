"""Makes the calls of the README. It needs only the standard library: python3 examples/python/calls.py"""

import json
import os
import time
import uuid
from datetime import datetime, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ.get("ZUBROT_URL", "http://localhost:8787")
ATTEMPTS = 4


class Refused(Exception):
    """The service refused a call. Programs act on the code of the problem document."""

    def __init__(self, status, problem):
        faults = "".join(f" {fault['pointer']}: {fault['detail']}." for fault in problem.get("errors", []))
        super().__init__(f"{status} {problem['code']}: {problem['detail']}{faults}")
        self.status, self.code, self.problem = status, problem["code"], problem


class Zubrot:
    """Calls the service with one token, which may also be an API key."""

    def __init__(self, token=None):
        self.token = token

    def call(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if method != "GET":
            # A repetition keeps the key, so that the service performs the call once.
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{URL}/api/v2{path}", data, headers, method=method)
        for attempt in range(ATTEMPTS):
            try:
                with urlopen(request, timeout=30) as response:
                    return json.load(response)
            except HTTPError as error:
                wait = error.headers.get("Retry-After")
                if wait is None or int(wait) > 30 or attempt == ATTEMPTS - 1:
                    raise Refused(error.code, json.load(error)) from None
                time.sleep(int(wait))


def log_in(name):
    tokens = Zubrot().call("POST", "/auth", {"email": f"{name}@demo.example", "password": "zubrot-demo-2026"})
    return Zubrot(tokens["idToken"])


def main():
    now = datetime.now(timezone.utc)
    today, month = f"{now:%Y-%m-%d}", f"{now:%Y-%m-01}"
    fifty_euros = {"value": 5000, "currency": "EUR_CENT"}

    # 1. Log in as the administrator of Demo GmbH, and read its company
    zubrot = log_in("admin")
    company = zubrot.call("GET", "/auth/me")["manageableCompanyIds"][0]

    # 2. Create an employee
    email = f"ada{uuid.uuid4().hex[:12]}@demo.example"
    employee = zubrot.call("POST", "/employees", {"email": email, "companyId": company})["employeeId"]

    # 3. Grant 50 euros a month from this month on, for meals and mobility. The rest of a month is carried over
    access = {
        "budget": fifty_euros,
        "accumulateBudget": True,
        "startDate": f"{month}T00:00:00.000Z",
        "allowedModules": ["MEALS", "MOBILITY"],
    }
    zubrot.call("PUT", f"/employees/{employee}/flex/access", access)

    # 4. Plan a voucher of 50 euros every month, from today on
    plan = {"budget": fifty_euros, "startDate": f"{today}T00:00:00.000Z"}
    zubrot.call("PUT", f"/employees/{employee}/goodies/budget", plan)

    # 5. Read the balance: what is left this month, and why
    print("Balance:", zubrot.call("GET", f"/employees/{employee}/flex/balance"))

    # 6. Preview a termination at the end of the year. Nothing is saved
    end = {"dateTerminated": f"{now:%Y}-12-31T23:59:59.999Z"}
    print("Preview:", zubrot.call("PUT", f"/employees/{employee}?dryRun=true", end))

    # 7. Run the hourly cron now. It issues the voucher that is due today
    urlopen(f"{URL}/cdn-cgi/local/scheduled?cron=0+*+*+*+*&time={int(time.time() * 1000)}").close()
    print("Vouchers:", zubrot.call("GET", f"/employees/{employee}/goodies/vouchers"))

    # 8. Read the history: who changed what, and when
    print("History:", zubrot.call("GET", f"/events?subject={employee}&limit=5"))

    # 9. Create a code (`-H 'Accept: text/html'` returns a page to print). The employee registers with it and is logged in
    code = zubrot.call("POST", f"/employees/{employee}/invitation/letter")["code"]
    Zubrot().call("POST", "/auth/registration", {"token": code, "password": "nine miles before breakfast"})

    # 10. Request a link to reset a password. The answer is the same whether or not the address exists
    Zubrot().call("POST", "/auth/password-reset", {"email": email})

    # 11. Import two employees with a budget (running it again changes nothing), then invite everyone who has no link or password
    people = [
        {"email": "grace@demo.example", "firstName": "Grace", "flexBudget": 50, "flexStartDate": month},
        {"email": "alan@demo.example", "firstName": "Alan", "goodiesBudget": 20, "goodiesStartDate": today},
    ]
    print("Import:", zubrot.call("POST", f"/companies/{company}/employees/import", {"employees": people}))
    print("Invitations:", zubrot.call("POST", f"/companies/{company}/employees/invitations"))


if __name__ == "__main__":
    main()
