-- The rules that the tables cannot state, grouped by rule. RAISED in src/foundation/db/commit.ts lists the words with which triggers fail.
-- The name of a trigger says why it is there:
--   race    refuses a write that another request, or the cron, has overtaken, or that only together with it breaks a rule
--   guard   refuses what only another program, or code that forgets the rule, would write
--   follow  changes rows that follow from others, in the same write
--   write   carries out an insert into a view
-- Of several triggers that refuse a write, SQLite runs the one that stands last in this file first.

-- == Indexes on expressions. drizzle-kit breaks expressions at their commas, so they cannot stand in the tables.

-- A monthly budget gives an employee at most one voucher in a calendar month (UTC).
CREATE UNIQUE INDEX issued_vouchers_month ON issued_vouchers (employee_id, strftime('%Y-%m', due_date / 1000, 'unixepoch'))
WHERE goodies_voucher_type = 'GENERIC' AND interval = 'MONTHLY';
--> statement-breakpoint
-- All other vouchers of an employee by month.
CREATE INDEX issued_vouchers_other_month ON issued_vouchers (employee_id, strftime('%Y-%m', due_date / 1000, 'unixepoch'))
WHERE goodies_voucher_type <> 'GENERIC' OR interval <> 'MONTHLY';
--> statement-breakpoint
-- Expenses by month (UTC). The end of a company's id takes a fraction of the bytes; queries compare the whole id too.
CREATE INDEX expenses_company_month ON expenses (substr(company_id, -8), strftime('%Y-%m', date / 1000, 'unixepoch'), id);
--> statement-breakpoint
-- Expenses of a company by their last change.
CREATE INDEX expenses_modified ON expenses (substr(company_id, -8), date_modified);
--> statement-breakpoint
-- Receipts with the same file. The first digits take a fraction of the bytes; queries compare the whole value too.
CREATE INDEX receipts_sha256 ON receipts (substr(sha256, 1, 8)) WHERE sha256 IS NOT NULL AND date_discarded IS NULL;
--> statement-breakpoint
-- Personnel numbers that are one number for DATEV, which drops leading zeros.
CREATE INDEX employees_payroll_number ON employees (company_id, ltrim(personnel_number, '0')) WHERE personnel_number IS NOT NULL;
--> statement-breakpoint
-- As `positionByNumber` of src/benefits/employees/table.ts says it.
CREATE INDEX payroll_transactions_position ON payroll_transactions (run_id, (printf('%02d', length(ltrim(coalesce(personnel_number, ''), '0'))) || ltrim(coalesce(personnel_number, ''), '0') || ' ' || id)) WHERE run_id IS NOT NULL;
--> statement-breakpoint
-- Lines that wait in a company, by cut-off and then as `positionByNumber` of src/benefits/employees/table.ts says it.
CREATE INDEX payroll_transactions_pending ON payroll_transactions (company_id, payroll_reference_date, (printf('%02d', length(ltrim(coalesce(personnel_number, ''), '0'))) || ltrim(coalesce(personnel_number, ''), '0') || ' ' || id)) WHERE state = 'PENDING';
--> statement-breakpoint
-- Employees of a company in the same order.
CREATE INDEX employees_position ON employees (company_id, (printf('%02d', length(ltrim(coalesce(personnel_number, ''), '0'))) || ltrim(coalesce(personnel_number, ''), '0') || ' ' || id));
--> statement-breakpoint
-- The id of a record ends like that of its company, which makes the cell of the company likely.
CREATE INDEX `places_hint` ON `places` (substr(company_id, -6));
--> statement-breakpoint
-- A standing expense has one expense in each month, whatever the cron does.
CREATE UNIQUE INDEX expenses_standing ON expenses (standing_expense_id, strftime('%Y-%m', date / 1000, 'unixepoch'))
WHERE standing_expense_id IS NOT NULL;
--> statement-breakpoint

-- == One change after the other: of two writers that have read the same state, the second fails.

-- A change of an employee or of its timelines advances the revision by exactly one.
CREATE TRIGGER employees_race_revision BEFORE UPDATE OF revision ON employees
WHEN NEW.revision <> OLD.revision + 1
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A change of a company advances its revision by exactly one.
CREATE TRIGGER companies_race_revision BEFORE UPDATE OF revision ON companies
WHEN NEW.revision <> OLD.revision + 1
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A change of a user advances its revision by exactly one.
CREATE TRIGGER users_race_revision BEFORE UPDATE OF revision ON users
WHEN NEW.revision <> OLD.revision + 1
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Only the attempt that holds an idempotency key stores its answer.
CREATE TRIGGER idempotency_keys_race_attempt BEFORE UPDATE OF status ON idempotency_keys
WHEN NEW.attempt <> OLD.attempt
BEGIN SELECT RAISE(ABORT, 'attempt_expired'); END;
--> statement-breakpoint
-- A change of a group advances its revision by exactly one.
CREATE TRIGGER directory_groups_race_revision BEFORE UPDATE OF revision ON directory_groups
WHEN NEW.revision <> OLD.revision + 1
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A proposal is decided once.
CREATE TRIGGER proposals_race_state BEFORE UPDATE OF state ON proposals
WHEN OLD.state <> 'OPEN'
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint

-- == Periods of one employee do not overlap. Both ends belong to a period; 253402300799999 is 9999-12-31T23:59:59.999Z.

-- A new flex access does not overlap another one.
CREATE TRIGGER flex_accesses_guard_overlap_insert BEFORE INSERT ON flex_accesses
WHEN NEW.date_deleted IS NULL
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM flex_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A changed flex access does not overlap another one.
CREATE TRIGGER flex_accesses_guard_overlap_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON flex_accesses
WHEN NEW.date_deleted IS NULL
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM flex_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A new default access does not overlap another one.
CREATE TRIGGER default_accesses_guard_overlap_insert BEFORE INSERT ON default_accesses
WHEN NEW.date_deleted IS NULL
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM default_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A changed default access does not overlap another one.
CREATE TRIGGER default_accesses_guard_overlap_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON default_accesses
WHEN NEW.date_deleted IS NULL
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM default_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A new monthly budget does not overlap another one.
CREATE TRIGGER planned_vouchers_guard_overlap_insert BEFORE INSERT ON planned_vouchers
WHEN NEW.date_deleted IS NULL AND NEW.goodies_voucher_type = 'GENERIC' AND NEW.interval = 'MONTHLY'
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM planned_vouchers old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.goodies_voucher_type = 'GENERIC' AND old.interval = 'MONTHLY'
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A changed monthly budget does not overlap another one.
CREATE TRIGGER planned_vouchers_guard_overlap_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON planned_vouchers
WHEN NEW.date_deleted IS NULL AND NEW.goodies_voucher_type = 'GENERIC' AND NEW.interval = 'MONTHLY'
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM planned_vouchers old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.goodies_voucher_type = 'GENERIC' AND old.interval = 'MONTHLY'
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A new pause does not overlap another one.
CREATE TRIGGER pauses_guard_overlap_insert BEFORE INSERT ON pauses
WHEN NEW.date_deleted IS NULL
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM pauses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A changed pause does not overlap another one.
CREATE TRIGGER pauses_guard_overlap_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON pauses
WHEN NEW.date_deleted IS NULL
BEGIN
	SELECT RAISE(ABORT, 'overlap') FROM pauses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999) AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from;
END;
--> statement-breakpoint
-- A pause stays as it is once the cron has recorded its end.
CREATE TRIGGER pauses_race_recorded_end BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON pauses
WHEN OLD.date_ended_recorded IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'pause_over'); END;
--> statement-breakpoint

-- == Nothing is written about an erased employee.

-- An erased employee gets no new expense.
CREATE TRIGGER expenses_race_erasure_insert BEFORE INSERT ON expenses
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- An expense of an erased employee gets no new texts.
CREATE TRIGGER expenses_race_erasure_update BEFORE UPDATE OF note, rejection_reason ON expenses
WHEN (NEW.note IS NOT NULL OR NEW.rejection_reason IS NOT NULL)
	AND EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No receipt is begun for an erased employee.
CREATE TRIGGER receipts_race_erasure_insert BEFORE INSERT ON receipts
WHEN EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = NEW.expense_id AND e.date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No receipt is stored for an erased employee.
CREATE TRIGGER receipts_race_erasure_update BEFORE UPDATE OF date_stored ON receipts
WHEN NEW.date_stored IS NOT NULL
	AND EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = NEW.expense_id AND e.date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- An expense of an erased employee names no relatives.
CREATE TRIGGER expenses_race_erasure_relatives BEFORE UPDATE OF recreation_for ON expenses
WHEN NEW.recreation_for IS NOT NULL
	AND EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- An erased employee gets no new standing expense.
CREATE TRIGGER standing_expenses_race_erasure_insert BEFORE INSERT ON standing_expenses
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No proof is begun for an erased employee.
CREATE TRIGGER standing_proofs_race_erasure_insert BEFORE INSERT ON standing_proofs
WHEN EXISTS (SELECT 1 FROM standing_expenses s JOIN employees e ON e.id = s.employee_id WHERE s.id = NEW.standing_expense_id AND e.date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No proof of an erased employee is stored, or decided with new words.
CREATE TRIGGER standing_proofs_race_erasure_update BEFORE UPDATE OF date_stored, rejection_reason ON standing_proofs
WHEN ((OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL) OR (NEW.rejection_reason IS NOT NULL AND NEW.rejection_reason IS NOT OLD.rejection_reason))
	AND EXISTS (SELECT 1 FROM standing_expenses s JOIN employees e ON e.id = s.employee_id WHERE s.id = NEW.standing_expense_id AND e.date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No draft is begun for an erased employee.
CREATE TRIGGER receipt_drafts_race_erasure_insert BEFORE INSERT ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No draft is stored for an erased employee.
CREATE TRIGGER receipt_drafts_race_erasure_update BEFORE UPDATE OF date_stored ON receipt_drafts
WHEN NEW.date_stored IS NOT NULL AND EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint
-- No address is created for an erased employee.
CREATE TRIGGER receipt_addresses_race_erasure BEFORE INSERT ON receipt_addresses
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
--> statement-breakpoint

-- == A decision on an expense stands until it is taken back, which ends when payroll commits or settles the payment. The same
-- decision may be stored again, because the answer to its first attempt may have been lost.

-- The author changes an expense only while it is returned for correction, so that nobody approves something unseen.
CREATE TRIGGER expenses_guard_change BEFORE UPDATE OF module, amount_value, amount_currency, requested_amount_value, date, days,
	is_public_transport ON expenses
WHEN OLD.state <> 'NEEDS_CORRECTION' AND (NEW.module <> OLD.module OR NEW.amount_value <> OLD.amount_value
	OR NEW.amount_currency <> OLD.amount_currency OR NEW.requested_amount_value IS NOT OLD.requested_amount_value
	OR NEW.date <> OLD.date OR NEW.days IS NOT OLD.days OR NEW.is_public_transport IS NOT OLD.is_public_transport)
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An approved expense is never deleted.
CREATE TRIGGER expenses_guard_delete BEFORE DELETE ON expenses
WHEN OLD.state = 'APPROVED'
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A decision stands until it is taken back, which leaves nothing of it. An expense that was returned gets any state but APPROVED.
CREATE TRIGGER expenses_guard_decision BEFORE UPDATE OF state ON expenses
WHEN OLD.state <> 'SUBMITTED' AND NOT (OLD.state = 'NEEDS_CORRECTION' AND NEW.state <> 'APPROVED')
	AND NOT (OLD.state IN ('APPROVED', 'REJECTED') AND NEW.state = 'SUBMITTED' AND NEW.decider_id IS NULL AND NEW.date_decided IS NULL)
	AND (NEW.state <> OLD.state OR NEW.decider_id IS NOT OLD.decider_id OR NEW.date_decided IS NOT OLD.date_decided)
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An approval is not taken back once a line of it is committed or settled, nor before its waiting lines are withdrawn.
CREATE TRIGGER expenses_race_payment BEFORE UPDATE OF state ON expenses
WHEN OLD.state = 'APPROVED' AND NEW.state <> 'APPROVED'
	AND EXISTS (SELECT 1 FROM payroll_transactions WHERE flex_data_id = NEW.id AND state <> 'WITHDRAWN')
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- The author changes the price of the meals only while the expense is returned for correction.
CREATE TRIGGER expenses_guard_meal_price BEFORE UPDATE OF meal_price_value ON expenses
WHEN OLD.state <> 'NEEDS_CORRECTION' AND NEW.meal_price_value IS NOT OLD.meal_price_value
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An approval keeps its days and its proof. No approval has more days than were submitted.
CREATE TRIGGER expenses_guard_meal_days BEFORE UPDATE OF approved_days, absences_recorded ON expenses
WHEN (OLD.state = 'APPROVED' AND NEW.state = 'APPROVED'
		AND (NEW.approved_days IS NOT OLD.approved_days OR NEW.absences_recorded IS NOT OLD.absences_recorded))
	OR (NEW.approved_days IS NOT NULL AND (NEW.days IS NULL OR NEW.approved_days NOT BETWEEN 1 AND NEW.days))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- The author names relatives only while the expense is returned for correction. An erasure removes them.
CREATE TRIGGER expenses_guard_relatives BEFORE UPDATE OF recreation_for ON expenses
WHEN OLD.state <> 'NEEDS_CORRECTION' AND NEW.recreation_for IS NOT NULL AND NEW.recreation_for IS NOT OLD.recreation_for
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- A rule approves only all of what its company permits: a receipt with facts, up to the maximum, while the rule is in force.
CREATE TRIGGER expenses_race_rule BEFORE UPDATE OF approval_rule_id ON expenses
WHEN NEW.approval_rule_id IS NOT NULL AND NEW.approval_rule_id IS NOT OLD.approval_rule_id
	AND (NEW.state <> 'APPROVED' OR NEW.decider_id IS NOT NULL OR NEW.approved_amount_value <> NEW.amount_value
		OR coalesce(NEW.machine_facts ->> 'signature', 'INVALID') = 'INVALID'
		OR NOT EXISTS (SELECT 1 FROM approval_rules r WHERE r.id = NEW.approval_rule_id AND r.company_id = NEW.company_id
			AND r.module = NEW.module AND r.date_deleted IS NULL AND r.max_amount_currency = NEW.amount_currency
			AND r.max_amount_value >= NEW.approved_amount_value))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint

-- == A standing expense spends each month what a verifier has approved, as long as its proof says.

-- An expense of a standing one stays within what a verifier approved: its person, purpose, amount and days.
CREATE TRIGGER expenses_race_standing BEFORE INSERT ON expenses
WHEN NEW.standing_expense_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM standing_expenses s
	WHERE s.id = NEW.standing_expense_id AND s.employee_id = NEW.employee_id AND s.company_id = NEW.company_id
		AND s.state = 'ACTIVE' AND s.module = NEW.module AND s.amount_currency = NEW.amount_currency
		AND NEW.amount_value <= s.approved_amount_value AND NEW.date >= s.start_date AND NEW.date <= s.proof_until
		AND (s.end_date IS NULL OR NEW.date <= s.end_date))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- An expense of a standing one stays in its month.
CREATE TRIGGER expenses_guard_standing BEFORE UPDATE OF date, standing_expense_id ON expenses
WHEN OLD.standing_expense_id IS NOT NEW.standing_expense_id OR (OLD.standing_expense_id IS NOT NULL
	AND strftime('%Y-%m', OLD.date / 1000, 'unixepoch') <> strftime('%Y-%m', NEW.date / 1000, 'unixepoch'))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- What was submitted never changes, and a month that was decided never comes back.
CREATE TRIGGER standing_expenses_guard_change BEFORE UPDATE ON standing_expenses
WHEN NEW.employee_id <> OLD.employee_id OR NEW.company_id <> OLD.company_id OR NEW.module <> OLD.module
	OR NEW.amount_value <> OLD.amount_value OR NEW.amount_currency <> OLD.amount_currency
	OR NEW.day_of_month <> OLD.day_of_month OR NEW.start_date <> OLD.start_date OR NEW.end_date IS NOT OLD.end_date
	OR NEW.is_public_transport IS NOT OLD.is_public_transport OR NEW.up_to <> OLD.up_to OR NEW.next_date < OLD.next_date
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- One that was rejected or has ended never goes on.
CREATE TRIGGER standing_expenses_guard_state BEFORE UPDATE OF state, waiting_since ON standing_expenses
WHEN OLD.state IN ('REJECTED', 'ENDED') AND (NEW.state <> OLD.state OR NEW.waiting_since IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- Only an approved proof says how much each month may have, and until when.
CREATE TRIGGER standing_expenses_race_proof BEFORE UPDATE OF state, approved_amount_value, proof_until ON standing_expenses
WHEN NEW.state = 'ACTIVE' AND (OLD.state <> 'ACTIVE' OR NEW.approved_amount_value IS NOT OLD.approved_amount_value
		OR NEW.proof_until <> OLD.proof_until)
	AND NOT EXISTS (SELECT 1 FROM standing_proofs p WHERE p.standing_expense_id = NEW.id AND p.state = 'APPROVED'
		AND p.approved_amount_value = NEW.approved_amount_value AND p.proof_until = NEW.proof_until)
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Only a standing expense that goes on takes proofs.
CREATE TRIGGER standing_proofs_race_end_insert BEFORE INSERT ON standing_proofs
WHEN NOT EXISTS (SELECT 1 FROM standing_expenses WHERE id = NEW.standing_expense_id AND state IN ('SUBMITTED', 'ACTIVE'))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- A proof whose upload ends after the standing expense is not stored.
CREATE TRIGGER standing_proofs_race_end_update BEFORE UPDATE OF date_stored ON standing_proofs
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM standing_expenses WHERE id = NEW.standing_expense_id AND state IN ('SUBMITTED', 'ACTIVE'))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An upload that ends late does not bring a discarded proof back.
CREATE TRIGGER standing_proofs_race_discard BEFORE UPDATE OF date_stored ON standing_proofs
WHEN OLD.date_discarded IS NOT NULL AND OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'receipt_discarded'); END;
--> statement-breakpoint
-- A proof is decided once, while it is stored. One that was replaced meanwhile is read again.
CREATE TRIGGER standing_proofs_race_decision BEFORE UPDATE OF state ON standing_proofs
WHEN NEW.state <> OLD.state AND (OLD.state <> 'SUBMITTED' OR OLD.date_stored IS NULL OR OLD.date_discarded IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- An approved proof is kept, unless the employee is erased.
CREATE TRIGGER standing_proofs_guard_removal BEFORE UPDATE OF date_discarded ON standing_proofs
WHEN OLD.date_discarded IS NULL AND NEW.date_discarded IS NOT NULL AND OLD.state = 'APPROVED'
	AND NOT EXISTS (SELECT 1 FROM standing_expenses s JOIN employees e ON e.id = s.employee_id
		WHERE s.id = NEW.standing_expense_id AND e.date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint

-- == An expense has at most 5 receipts, which nobody adds or removes once it is decided.

-- Nothing is approved without a receipt if the company requires one for the module. A standing expense has a proof instead.
CREATE TRIGGER expenses_race_receipt BEFORE UPDATE OF state ON expenses
WHEN NEW.state = 'APPROVED' AND OLD.state <> 'APPROVED' AND NEW.standing_expense_id IS NULL
	AND (SELECT instr(receipt_required_modules, '"' || NEW.module || '"') > 0 FROM companies WHERE id = NEW.company_id)
	AND NOT EXISTS (SELECT 1 FROM receipts WHERE expense_id = NEW.id AND date_stored IS NOT NULL AND date_discarded IS NULL)
BEGIN SELECT RAISE(ABORT, 'receipt_missing'); END;
--> statement-breakpoint
-- Only an expense that is not yet decided takes receipts.
CREATE TRIGGER receipts_race_decision_insert BEFORE INSERT ON receipts
WHEN NOT EXISTS (SELECT 1 FROM expenses WHERE id = NEW.expense_id AND state IN ('SUBMITTED', 'NEEDS_CORRECTION'))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- A sixth receipt is not begun.
CREATE TRIGGER receipts_race_count_insert BEFORE INSERT ON receipts
WHEN (SELECT count(*) FROM receipts WHERE expense_id = NEW.expense_id AND id <> NEW.id
	AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 5
BEGIN SELECT RAISE(ABORT, 'too_many_receipts'); END;
--> statement-breakpoint
-- An upload that ends late does not bring a discarded receipt back. `receipts_race_erasure_update` speaks for erased employees.
CREATE TRIGGER receipts_race_discard BEFORE UPDATE OF date_stored ON receipts
WHEN OLD.date_discarded IS NOT NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = NEW.expense_id AND e.date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'receipt_discarded'); END;
--> statement-breakpoint
-- A receipt whose upload ends after the decision is not stored.
CREATE TRIGGER receipts_race_decision_update BEFORE UPDATE OF date_stored ON receipts
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM expenses WHERE id = NEW.expense_id AND state IN ('SUBMITTED', 'NEEDS_CORRECTION'))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- A sixth receipt is not stored, even when several arrive at the same time.
CREATE TRIGGER receipts_race_count_update BEFORE UPDATE OF date_stored ON receipts
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND (SELECT count(*) FROM receipts WHERE expense_id = NEW.expense_id AND id <> NEW.id
		AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 5
BEGIN SELECT RAISE(ABORT, 'too_many_receipts'); END;
--> statement-breakpoint
-- A submitted or approved expense keeps its receipts, unless the employee is erased.
CREATE TRIGGER receipts_race_removal BEFORE UPDATE OF date_discarded ON receipts
WHEN OLD.date_stored IS NOT NULL AND OLD.date_discarded IS NULL AND NEW.date_discarded IS NOT NULL
	AND EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id
		WHERE x.id = NEW.expense_id AND x.state IN ('SUBMITTED', 'APPROVED') AND e.date_erased IS NULL)
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint

-- == Receipts that wait for an expense have rules like those of expenses.

-- An upload that ends late does not bring a discarded draft back. `receipt_drafts_race_erasure_update` speaks for erased employees.
CREATE TRIGGER receipt_drafts_race_discard BEFORE UPDATE OF date_stored ON receipt_drafts
WHEN OLD.date_discarded IS NOT NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'receipt_discarded'); END;
--> statement-breakpoint
-- A draft is not begun while 50 others wait.
CREATE TRIGGER receipt_drafts_race_count_insert BEFORE INSERT ON receipt_drafts
WHEN (SELECT count(*) FROM receipt_drafts WHERE employee_id = NEW.employee_id AND id <> NEW.id
	AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 50
BEGIN SELECT RAISE(ABORT, 'too_many_drafts'); END;
--> statement-breakpoint
-- A draft is not stored while 50 others wait, even when several arrive at the same time.
CREATE TRIGGER receipt_drafts_race_count_update BEFORE UPDATE OF date_stored ON receipt_drafts
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND (SELECT count(*) FROM receipt_drafts WHERE employee_id = NEW.employee_id AND id <> NEW.id
		AND date_stored IS NOT NULL AND date_discarded IS NULL) >= 50
BEGIN SELECT RAISE(ABORT, 'too_many_drafts'); END;
--> statement-breakpoint

-- == What payroll has committed never changes.

-- No other line replaces a committed line: REPLACE fires no trigger on deletion.
CREATE TRIGGER payroll_transactions_guard_replace BEFORE INSERT ON payroll_transactions
WHEN EXISTS (SELECT 1 FROM payroll_transactions WHERE id = NEW.id AND state = 'COMMITTED')
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- A new line belongs to a month that no run has closed, so that a later run commits it.
CREATE TRIGGER payroll_transactions_race_closed_month BEFORE INSERT ON payroll_transactions
WHEN NEW.state = 'PENDING' AND EXISTS (
	SELECT 1 FROM payroll_runs WHERE company_id = NEW.company_id AND closes_until >= NEW.payroll_reference_date
)
BEGIN SELECT RAISE(ABORT, 'period_closed'); END;
--> statement-breakpoint
-- A committed line never changes.
CREATE TRIGGER payroll_transactions_guard_update BEFORE UPDATE ON payroll_transactions
WHEN OLD.state = 'COMMITTED'
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A committed line is never deleted.
CREATE TRIGGER payroll_transactions_guard_delete BEFORE DELETE ON payroll_transactions
WHEN OLD.state = 'COMMITTED'
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A closed run never changes.
CREATE TRIGGER payroll_runs_guard_closed BEFORE UPDATE ON payroll_runs
WHEN OLD.state = 'CLOSED'
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- The lines that a run has held over never change.
CREATE TRIGGER payroll_held_over_guard_update BEFORE UPDATE ON payroll_held_over BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- The lines that a run has held over are never deleted.
CREATE TRIGGER payroll_held_over_guard_delete BEFORE DELETE ON payroll_held_over BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A version of a payroll file never changes.
CREATE TRIGGER payroll_files_guard_update BEFORE UPDATE ON payroll_files BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A version of a payroll file is never deleted.
CREATE TRIGGER payroll_files_guard_delete BEFORE DELETE ON payroll_files BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- The names in a version of a payroll file never change; an erasure deletes them.
CREATE TRIGGER payroll_file_names_guard_update BEFORE UPDATE ON payroll_file_names BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint

-- == What was settled or withdrawn never changes.

-- A settled or withdrawn line never changes, so no run commits it.
CREATE TRIGGER payroll_transactions_guard_settled BEFORE UPDATE ON payroll_transactions
WHEN OLD.state IN ('SETTLED', 'WITHDRAWN')
BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- A settled or withdrawn line is never deleted.
CREATE TRIGGER payroll_transactions_guard_settled_delete BEFORE DELETE ON payroll_transactions
WHEN OLD.state IN ('SETTLED', 'WITHDRAWN')
BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- No other line replaces a settled or withdrawn line: REPLACE fires no trigger on deletion.
CREATE TRIGGER payroll_transactions_guard_settled_replace BEFORE INSERT ON payroll_transactions
WHEN EXISTS (SELECT 1 FROM payroll_transactions WHERE id = NEW.id AND state IN ('SETTLED', 'WITHDRAWN'))
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- A settlement belongs to a line that is settled in the same batch, before a run has committed it.
CREATE TRIGGER payroll_settlements_race_run BEFORE INSERT ON payroll_settlements
WHEN NOT EXISTS (SELECT 1 FROM payroll_transactions WHERE id = NEW.transaction_id AND state = 'SETTLED')
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A settlement never changes, except that an erasure replaces its reason.
CREATE TRIGGER payroll_settlements_guard_update BEFORE UPDATE OF transaction_id, date_created, company_id, author_id, date
ON payroll_settlements BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- A settlement is never deleted.
CREATE TRIGGER payroll_settlements_guard_delete BEFORE DELETE ON payroll_settlements BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- Corrections of a settled line take back at most its amount.
CREATE TRIGGER payroll_corrections_guard_settlement BEFORE INSERT ON payroll_corrections
WHEN (SELECT state FROM payroll_transactions WHERE id = NEW.corrects_id) = 'SETTLED'
BEGIN
	SELECT RAISE(ABORT, 'settled') FROM payroll_transactions settled
	WHERE settled.id = NEW.corrects_id AND NOT (SELECT sum(line.amount_value) FROM payroll_transactions line
		WHERE line.id = NEW.transaction_id OR line.id IN (SELECT transaction_id FROM payroll_corrections WHERE corrects_id = settled.id))
		BETWEEN min(settled.amount_value, 0) AND max(settled.amount_value, 0);
END;
--> statement-breakpoint

-- == Quotas: a write that exceeds the setting of the company fails.

-- Counts the employees of a company.
CREATE TRIGGER employees_race_quota AFTER INSERT ON employees
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (NEW.company_id, 'employees', '', 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_employees') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = '' AND u.owner_id = NEW.company_id AND u.quota = 'employees' AND u.used > c.max_employees;
END;
--> statement-breakpoint
-- Counts the tax rule templates of a company.
CREATE TRIGGER tax_rule_template_companies_race_quota AFTER INSERT ON tax_rule_template_companies
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (NEW.company_id, 'templates', '', 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_templates') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = '' AND u.owner_id = NEW.company_id AND u.quota = 'templates' AND u.used > c.max_templates;
END;
--> statement-breakpoint
-- Counts the expenses of an employee by month. Those of standing expenses were counted with them.
CREATE TRIGGER expenses_race_quota AFTER INSERT ON expenses
WHEN NEW.standing_expense_id IS NULL
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	VALUES (NEW.employee_id, 'expenses', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_expenses') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch') AND u.owner_id = NEW.employee_id
		AND u.quota = 'expenses' AND u.used > c.max_expenses_per_month;
END;
--> statement-breakpoint
-- Counts the bytes of receipts: of an employee by month, and of all that a company stores.
CREATE TRIGGER receipts_race_quota AFTER INSERT ON receipts
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	SELECT employee_id, 'receipt_bytes', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), NEW.size
	FROM expenses WHERE id = NEW.expense_id
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	INSERT INTO quota_usage (owner_id, quota, month, used)
	SELECT company_id, 'stored_bytes', '', NEW.size FROM expenses WHERE id = NEW.expense_id
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	SELECT RAISE(ABORT, 'quota_receipt_bytes') FROM expenses x
	JOIN companies c ON c.id = x.company_id
	JOIN quota_usage u ON u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch')
		AND u.owner_id = x.employee_id AND u.quota = 'receipt_bytes'
	WHERE x.id = NEW.expense_id AND u.used > c.max_receipt_bytes_per_month;
	SELECT RAISE(ABORT, 'quota_stored_bytes') FROM expenses x
	JOIN companies c ON c.id = x.company_id
	JOIN quota_usage u ON u.month = '' AND u.owner_id = x.company_id AND u.quota = 'stored_bytes'
	WHERE x.id = NEW.expense_id AND u.used > c.max_stored_bytes;
END;
--> statement-breakpoint
-- A deleted receipt no longer counts as stored. An upload that failed does not count for the month either.
CREATE TRIGGER receipts_follow_quota AFTER DELETE ON receipts
BEGIN
	UPDATE quota_usage SET used = used - OLD.size
	WHERE month = '' AND quota = 'stored_bytes'
		AND owner_id = (SELECT company_id FROM expenses WHERE id = OLD.expense_id);
	UPDATE quota_usage SET used = used - OLD.size
	WHERE OLD.date_stored IS NULL AND month = strftime('%Y-%m', OLD.date_created / 1000, 'unixepoch') AND quota = 'receipt_bytes'
		AND owner_id = (SELECT employee_id FROM expenses WHERE id = OLD.expense_id);
END;
--> statement-breakpoint
-- Counts standing expenses with the expenses of an employee and month.
CREATE TRIGGER standing_expenses_race_quota AFTER INSERT ON standing_expenses
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	VALUES (NEW.employee_id, 'expenses', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_expenses') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch') AND u.owner_id = NEW.employee_id
		AND u.quota = 'expenses' AND u.used > c.max_expenses_per_month;
END;
--> statement-breakpoint
-- Counts the bytes of proofs with those of receipts.
CREATE TRIGGER standing_proofs_race_quota AFTER INSERT ON standing_proofs
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	SELECT employee_id, 'receipt_bytes', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), NEW.size
	FROM standing_expenses WHERE id = NEW.standing_expense_id
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	INSERT INTO quota_usage (owner_id, quota, month, used)
	SELECT company_id, 'stored_bytes', '', NEW.size FROM standing_expenses WHERE id = NEW.standing_expense_id
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	SELECT RAISE(ABORT, 'quota_receipt_bytes') FROM standing_expenses s
	JOIN companies c ON c.id = s.company_id
	JOIN quota_usage u ON u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch')
		AND u.owner_id = s.employee_id AND u.quota = 'receipt_bytes'
	WHERE s.id = NEW.standing_expense_id AND u.used > c.max_receipt_bytes_per_month;
	SELECT RAISE(ABORT, 'quota_stored_bytes') FROM standing_expenses s
	JOIN companies c ON c.id = s.company_id
	JOIN quota_usage u ON u.month = '' AND u.owner_id = s.company_id AND u.quota = 'stored_bytes'
	WHERE s.id = NEW.standing_expense_id AND u.used > c.max_stored_bytes;
END;
--> statement-breakpoint
-- A deleted proof no longer counts as stored. An upload that failed does not count for the month either.
CREATE TRIGGER standing_proofs_follow_quota AFTER DELETE ON standing_proofs
BEGIN
	UPDATE quota_usage SET used = used - OLD.size
	WHERE month = '' AND quota = 'stored_bytes'
		AND owner_id = (SELECT company_id FROM standing_expenses WHERE id = OLD.standing_expense_id);
	UPDATE quota_usage SET used = used - OLD.size
	WHERE OLD.date_stored IS NULL AND month = strftime('%Y-%m', OLD.date_created / 1000, 'unixepoch') AND quota = 'receipt_bytes'
		AND owner_id = (SELECT employee_id FROM standing_expenses WHERE id = OLD.standing_expense_id);
END;
--> statement-breakpoint
-- Counts the bytes of drafts as those of receipts: of an employee by month, and of all that a company stores.
CREATE TRIGGER receipt_drafts_race_quota AFTER INSERT ON receipt_drafts
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	VALUES (NEW.employee_id, 'receipt_bytes', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), NEW.size)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (NEW.company_id, 'stored_bytes', '', NEW.size)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	SELECT RAISE(ABORT, 'quota_receipt_bytes') FROM companies c
	JOIN quota_usage u ON u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch')
		AND u.owner_id = NEW.employee_id AND u.quota = 'receipt_bytes'
	WHERE c.id = NEW.company_id AND u.used > c.max_receipt_bytes_per_month;
	SELECT RAISE(ABORT, 'quota_stored_bytes') FROM companies c
	JOIN quota_usage u ON u.month = '' AND u.owner_id = NEW.company_id AND u.quota = 'stored_bytes'
	WHERE c.id = NEW.company_id AND u.used > c.max_stored_bytes;
END;
--> statement-breakpoint
-- A draft that is gone no longer counts as stored. If its upload failed, or if a receipt takes its place, it does not count for the month
-- either: the receipt is counted then.
CREATE TRIGGER receipt_drafts_follow_quota AFTER DELETE ON receipt_drafts
BEGIN
	UPDATE quota_usage SET used = used - OLD.size
	WHERE month = '' AND quota = 'stored_bytes' AND owner_id = OLD.company_id;
	UPDATE quota_usage SET used = used - OLD.size
	WHERE (OLD.date_stored IS NULL OR OLD.date_discarded IS NULL)
		AND month = strftime('%Y-%m', OLD.date_created / 1000, 'unixepoch') AND quota = 'receipt_bytes' AND owner_id = OLD.employee_id;
END;
--> statement-breakpoint

-- == Somebody can always manage the platform and each company.

-- The last platform administrator keeps the role.
CREATE TRIGGER users_race_last_admin BEFORE UPDATE OF roles, date_closed, date_deleted ON users
WHEN instr(OLD.roles, '"PLATFORM_ADMIN"') > 0 AND OLD.date_closed IS NULL AND OLD.date_deleted IS NULL
	AND (instr(NEW.roles, '"PLATFORM_ADMIN"') = 0 OR NEW.date_closed IS NOT NULL OR NEW.date_deleted IS NOT NULL)
	AND NOT EXISTS (
		SELECT 1 FROM users
		WHERE id <> OLD.id AND instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL
	)
BEGIN SELECT RAISE(ABORT, 'last_platform_admin'); END;
--> statement-breakpoint
-- The code inserts the companies that an administrator has just left.
CREATE VIEW administered_companies (company_id) AS SELECT NULL WHERE FALSE;
--> statement-breakpoint
-- The last administrator of a company keeps the role.
CREATE TRIGGER administered_companies_race_last_admin INSTEAD OF INSERT ON administered_companies
WHEN NOT EXISTS (
	SELECT 1 FROM user_companies m CROSS JOIN users u ON u.id = m.user_id
	WHERE m.company_id = NEW.company_id AND instr(u.roles, '"COMPANY_ADMIN"') > 0 AND u.date_closed IS NULL AND u.date_deleted IS NULL
)
BEGIN SELECT RAISE(ABORT, 'last_company_admin'); END;
--> statement-breakpoint

-- == Sign-in.

-- Only a platform administrator views pages as another user, and never as another platform administrator. Cells have none.
CREATE TRIGGER sessions_race_viewed BEFORE UPDATE OF viewed_user_id ON sessions
WHEN NEW.viewed_user_id IS NOT NULL AND (
	NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND instr(roles, '"PLATFORM_ADMIN"'))
	OR (NEW.viewed_cell IS NULL
		AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.viewed_user_id AND NOT instr(roles, '"PLATFORM_ADMIN"'))))
BEGIN SELECT RAISE(ABORT, 'not_viewable'); END;
--> statement-breakpoint
-- A recovery code works once, even when two requests present it at the same time.
CREATE TRIGGER recovery_codes_race_use BEFORE UPDATE OF date_used ON recovery_codes
WHEN OLD.date_used IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'code_used'); END;
--> statement-breakpoint
-- A code of the authenticator app works once, even when two requests present it at the same time.
CREATE TRIGGER second_factors_race_use BEFORE UPDATE OF last_step ON second_factors
WHEN NEW.last_step <= OLD.last_step
BEGIN SELECT RAISE(ABORT, 'code_used'); END;
--> statement-breakpoint
-- A registered user gets no invitation, even when both happen at the same time.
CREATE TRIGGER one_time_tokens_race_registration BEFORE INSERT ON one_time_tokens
WHEN NEW.purpose = 'REGISTRATION' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Every link ends when the address, the password or the registration of its user changes.
CREATE TRIGGER users_follow_links AFTER UPDATE OF password_hash, email_key, date_registered ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.email_key <> OLD.email_key OR NEW.date_registered IS NOT OLD.date_registered
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- An account at an identity provider does not follow an address that moves to another person.
CREATE TRIGGER users_follow_identities AFTER UPDATE OF email_key ON users WHEN NEW.email_key <> OLD.email_key
BEGIN
	DELETE FROM external_identities WHERE user_id = NEW.id;
	DELETE FROM sso_sign_ins WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Every link ends when its user gets another role, because the person who holds the link would get it too.
CREATE TRIGGER users_follow_rights AFTER UPDATE OF roles ON users
WHEN EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value NOT IN (SELECT value FROM json_each(OLD.roles)))
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Every link ends when its user gets another company to manage.
CREATE TRIGGER user_companies_follow_links AFTER INSERT ON user_companies
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint
-- A new address ends every session, however it was changed.
CREATE TRIGGER users_follow_sessions AFTER UPDATE OF email_key ON users WHEN NEW.email_key <> OLD.email_key
BEGIN
	UPDATE sessions SET date_revoked = NEW.date_modified
	WHERE user_id = NEW.id AND date_revoked IS NULL AND date_expires > NEW.date_modified;
END;
--> statement-breakpoint
-- A waiting change of the address ends as other links do. Nothing restores an address to a user who was erased or released it.
CREATE TRIGGER users_follow_address_changes AFTER UPDATE OF password_hash, email_key, date_registered ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.email_key <> OLD.email_key OR NEW.date_registered IS NOT OLD.date_registered
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.id AND (kind = 'CONFIRMATION' OR NEW.email_key = NEW.id);
END;
--> statement-breakpoint
-- Every link ends when its user gets another role.
CREATE TRIGGER users_follow_address_rights AFTER UPDATE OF roles ON users
WHEN EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value NOT IN (SELECT value FROM json_each(OLD.roles)))
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Every link ends when its user gets another company to manage.
CREATE TRIGGER user_companies_follow_address_changes AFTER INSERT ON user_companies
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint

-- == An e-mail address belongs to one user in one place. In cells, the table of addresses is empty.

-- A person of D1 takes no address that somebody in a cell has.
CREATE TRIGGER users_race_address_insert BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM addresses WHERE address = NEW.email_key)
BEGIN SELECT RAISE(ABORT, 'address_elsewhere'); END;
--> statement-breakpoint
-- A person of D1 does not change to such an address either.
CREATE TRIGGER users_race_address_update BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key AND EXISTS (SELECT 1 FROM addresses WHERE address = NEW.email_key)
BEGIN SELECT RAISE(ABORT, 'address_elsewhere'); END;
--> statement-breakpoint
-- A person of a cell takes no address that somebody in D1 has.
CREATE TRIGGER addresses_race_users BEFORE INSERT ON addresses
WHEN EXISTS (SELECT 1 FROM users WHERE email_key = NEW.address)
BEGIN SELECT RAISE(ABORT, 'address_elsewhere'); END;
--> statement-breakpoint

-- == API keys.

-- A company, or the platform, has at most 100 keys that are not revoked.
CREATE TRIGGER api_keys_race_limit BEFORE INSERT ON api_keys
WHEN (SELECT count(*) FROM api_keys WHERE company_id IS NEW.company_id AND date_revoked IS NULL AND id <> NEW.id) >= 100
BEGIN SELECT RAISE(ABORT, 'too_many_api_keys'); END;
--> statement-breakpoint
-- A revoked key stays revoked.
CREATE TRIGGER api_keys_race_revocation BEFORE UPDATE OF date_revoked ON api_keys
WHEN OLD.date_revoked IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Nobody changes what a key may do, or who made it.
CREATE TRIGGER api_keys_guard_update BEFORE UPDATE OF id, company_id, user_id, maker_id, hash, operations, date_expires ON api_keys
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint

-- == Mails.

-- Counts the attempts at limited mails of each day, and those of each company. Mails about security do not count.
CREATE TRIGGER mails_follow_attempts AFTER UPDATE OF attempts ON mails WHEN NEW.attempts > OLD.attempts AND NEW.priority > 0
BEGIN
	INSERT INTO mail_days (day, attempts) VALUES (NEW.date_attempted / 86400000, 1)
	ON CONFLICT (day) DO UPDATE SET attempts = attempts + 1;
	INSERT INTO mail_turns (party, day, attempts, ordinal)
	VALUES (coalesce(NEW.company_id, ''), NEW.date_attempted / 86400000, 1, coalesce(NEW.turn, 0))
	ON CONFLICT (party) DO UPDATE SET
		attempts = iif(day = excluded.day, attempts + 1, 1), day = excluded.day, ordinal = excluded.ordinal;
END;
--> statement-breakpoint
-- No sender begins more limited mails on a day than its limit permits.
CREATE TRIGGER mail_days_race_limit BEFORE UPDATE OF attempts ON mail_days
WHEN NEW.attempts > OLD.attempts AND NEW.attempts > NEW.per_day
BEGIN SELECT RAISE(ABORT, 'mail_limit_reached'); END;
--> statement-breakpoint
-- Counts invitations by the address that they are sent to, so that a changed or released address starts no new count.
CREATE TRIGGER mails_follow_invitations AFTER INSERT ON mails WHEN NEW.kind = 'invitation'
BEGIN
	INSERT INTO invitation_days (email_key, day, invitations)
	SELECT email_key, NEW.date_created / 86400000, 1 FROM users WHERE id = NEW.user_id
	ON CONFLICT (email_key, day) DO UPDATE SET invitations = invitations + 1;
END;
--> statement-breakpoint
-- An address gets at most 5 invitations on a UTC day, of all companies together.
CREATE TRIGGER invitation_days_race_limit BEFORE UPDATE OF invitations ON invitation_days WHEN NEW.invitations > 5
BEGIN SELECT RAISE(ABORT, 'too_many_invitations'); END;
--> statement-breakpoint
-- Counts a grant as `mails_follow_attempts` counts attempts.
CREATE TRIGGER places_follow_grants AFTER UPDATE OF granted ON places
WHEN NEW.granted > iif(NEW.mail_day IS OLD.mail_day, OLD.granted, 0)
BEGIN
	INSERT INTO mail_days (day, attempts) VALUES (NEW.mail_day, NEW.granted - iif(NEW.mail_day IS OLD.mail_day, OLD.granted, 0))
	ON CONFLICT (day) DO UPDATE SET attempts = attempts + excluded.attempts;
	INSERT INTO mail_turns (party, day, attempts, ordinal)
	VALUES (NEW.company_id, NEW.mail_day, NEW.granted - iif(NEW.mail_day IS OLD.mail_day, OLD.granted, 0),
		(SELECT attempts FROM mail_days WHERE day = NEW.mail_day))
	ON CONFLICT (party) DO UPDATE SET
		attempts = iif(day = excluded.day, attempts + excluded.attempts, excluded.attempts), day = excluded.day, ordinal = excluded.ordinal;
END;
--> statement-breakpoint

-- == Webhooks.

-- A company has at most 20 endpoints.
CREATE TRIGGER webhook_endpoints_race_limit BEFORE INSERT ON webhook_endpoints
WHEN (SELECT count(*) FROM webhook_endpoints WHERE company_id = NEW.company_id AND date_deleted IS NULL AND id <> NEW.id) >= 20
BEGIN SELECT RAISE(ABORT, 'too_many_webhook_endpoints'); END;
--> statement-breakpoint
-- Every change of a company waits for the endpoints that want its type. A sandbox has a clock of its own, but its deliveries have not.
CREATE TRIGGER events_follow_webhooks AFTER INSERT ON events
WHEN EXISTS (SELECT 1 FROM webhook_endpoints WHERE party = NEW.company AND state <> 'DISABLED' AND date_deleted IS NULL)
BEGIN
	INSERT INTO webhook_deliveries (id, date_created, company_id, endpoint_id, event_id, date_due)
	SELECT printf('%08x-%04x-7', present >> 16, present & 65535) || lower(substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2)
		|| '-' || hex(randomblob(6))), present, e.company_id, e.id, NEW.id, present
	FROM (SELECT min(CAST(NEW.date AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS present)
	CROSS JOIN webhook_endpoints e
	WHERE e.party = NEW.company AND e.state <> 'DISABLED' AND e.date_deleted IS NULL AND (e.event_types IS NULL
		OR EXISTS (SELECT 1 FROM json_each(e.event_types) t WHERE t.value = (SELECT text FROM event_texts WHERE id = NEW.type)));
END;
--> statement-breakpoint

-- == The history only grows. REPLACE fires no trigger on deletion, so inserts over an existing row do nothing.

-- An event is deleted only once an archive holds it.
CREATE TRIGGER events_guard_delete BEFORE DELETE ON events
WHEN NOT EXISTS (
	SELECT 1 FROM event_archives a WHERE a.company IS OLD.company AND a.last_position >= OLD.position AND a.first_position <= OLD.position
)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- An event never changes.
CREATE TRIGGER events_guard_update BEFORE UPDATE OF position, id, date, request_id, author, company, subject, record_id, type, fields ON events
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- No event replaces or precedes another one.
CREATE TRIGGER events_guard_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id) OR NEW.position BETWEEN 0 AND (SELECT max(position) FROM events)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Values are only ever blanked, each alone. The number of values stays.
CREATE TRIGGER events_guard_values BEFORE UPDATE OF before, after ON events
WHEN typeof(NEW.after) <> 'text' OR typeof(OLD.after) <> 'text' OR typeof(NEW.before) <> typeof(OLD.before)
	OR json_type(NEW.after) <> 'array' OR json_type(NEW.before) IS NOT json_type(OLD.before)
	OR json_array_length(NEW.after) <> json_array_length(OLD.after) OR json_array_length(NEW.before) <> json_array_length(OLD.before)
	OR EXISTS (
		SELECT 1 FROM json_each(NEW.after) new JOIN json_each(OLD.after) old ON old.key = new.key
		WHERE new.type <> 'null' AND (new.type <> old.type OR new.value <> old.value)
	)
	OR EXISTS (
		SELECT 1 FROM json_each(NEW.before) new JOIN json_each(OLD.before) old ON old.key = new.key
		WHERE new.type <> 'null' AND (new.type <> old.type OR new.value <> old.value)
	)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The author of an event stays until its last event has left the database.
CREATE TRIGGER event_authors_guard_delete BEFORE DELETE ON event_authors
WHEN EXISTS (SELECT 1 FROM events WHERE author = OLD.id)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The author of an event never changes.
CREATE TRIGGER event_authors_guard_update BEFORE UPDATE ON event_authors BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- No author replaces another one.
CREATE TRIGGER event_authors_guard_replace BEFORE INSERT ON event_authors
WHEN EXISTS (SELECT 1 FROM event_authors WHERE id = NEW.id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- The number of a company, user or employee is never deleted.
CREATE TRIGGER event_parties_guard_delete BEFORE DELETE ON event_parties BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The number of a company, user or employee never changes.
CREATE TRIGGER event_parties_guard_update BEFORE UPDATE ON event_parties BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- No company, user or employee replaces another one.
CREATE TRIGGER event_parties_guard_replace BEFORE INSERT ON event_parties
WHEN EXISTS (SELECT 1 FROM event_parties WHERE id = NEW.id OR uuid = NEW.uuid)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- A text that events refer to is never deleted.
CREATE TRIGGER event_texts_guard_delete BEFORE DELETE ON event_texts BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- A text that events refer to never changes.
CREATE TRIGGER event_texts_guard_update BEFORE UPDATE ON event_texts BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- A text is stored once.
CREATE TRIGGER event_texts_guard_replace BEFORE INSERT ON event_texts
WHEN EXISTS (SELECT 1 FROM event_texts WHERE id = NEW.id OR text = NEW.text)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Shared values of events are never deleted.
CREATE TRIGGER event_values_guard_delete BEFORE DELETE ON event_values BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- Shared values of events never change.
CREATE TRIGGER event_values_guard_update BEFORE UPDATE ON event_values BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- No shared values replace others.
CREATE TRIGGER event_values_guard_replace BEFORE INSERT ON event_values
WHEN EXISTS (SELECT 1 FROM event_values WHERE id = NEW.id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Access events only count repetitions, and lose the origin when their user is erased.
CREATE TRIGGER access_events_guard_update BEFORE UPDATE ON access_events
WHEN NEW.position <> OLD.position OR NEW.id <> OLD.id OR NEW.date <> OLD.date OR NEW.type <> OLD.type OR NEW.count < OLD.count
	OR NEW.key NOT IN (OLD.key, OLD.id) OR NEW.user_id IS NOT OLD.user_id OR NEW.company_id IS NOT OLD.company_id
	OR NEW.session_id IS NOT OLD.session_id OR NEW.request_id IS NOT OLD.request_id OR NEW.request IS NOT OLD.request
	OR NEW.reason IS NOT OLD.reason OR NEW.place <> OLD.place OR (NEW.place IS NOT NULL AND OLD.place IS NULL)
	OR NEW.country <> OLD.country OR NEW.city <> OLD.city OR NEW.device <> OLD.device
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint

-- == Archives of the history.

-- An archive holds every event of its range, overlaps no other, and leaves the latest event. The same archive again does nothing.
CREATE TRIGGER event_archives_race_range BEFORE INSERT ON event_archives
BEGIN
	SELECT RAISE(IGNORE) FROM event_archives a
	WHERE a.id = NEW.id OR a.key = NEW.key
		OR (a.company IS NEW.company AND a.last_position >= NEW.first_position AND a.first_position <= NEW.last_position);
	SELECT RAISE(ABORT, 'append_only') FROM (
		SELECT count(*) AS count, min(position) AS first, max(position) AS last FROM events
		WHERE company IS NEW.company AND position BETWEEN NEW.first_position AND NEW.last_position
	) covered
	WHERE covered.count <> NEW.count OR covered.first <> NEW.first_position OR covered.last <> NEW.last_position
		OR (SELECT id FROM events WHERE position = NEW.first_position) <> NEW.first_id
		OR (SELECT id FROM events WHERE position = NEW.last_position) <> NEW.last_id
		OR NEW.last_position >= (SELECT max(position) FROM events);
END;
--> statement-breakpoint
-- The range of an archive never changes.
CREATE TRIGGER event_archives_guard_update BEFORE UPDATE OF id, company, month, first_position, last_position, first_id, last_id, count ON event_archives
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- An archive is never deleted.
CREATE TRIGGER event_archives_guard_delete BEFORE DELETE ON event_archives BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- Another file takes the place of an archive only while values wait to be blanked in it.
CREATE TRIGGER event_archives_guard_file BEFORE UPDATE OF key, sha256 ON event_archives
WHEN NOT EXISTS (SELECT 1 FROM event_archive_subjects WHERE archive = OLD.id AND is_due)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The subjects of an archive never change.
CREATE TRIGGER event_archive_subjects_guard_update BEFORE UPDATE OF subject, archive ON event_archive_subjects
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The subjects of an archive are never deleted.
CREATE TRIGGER event_archive_subjects_guard_delete BEFORE DELETE ON event_archive_subjects BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint

-- == The history knows every company, user and employee by a number, from their creation.

-- Gives a new company its number. The search gives new employees theirs.
CREATE TRIGGER companies_follow_party AFTER INSERT ON companies
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'COMPANY');
END;
--> statement-breakpoint
-- Gives a new user its number.
CREATE TRIGGER users_follow_party AFTER INSERT ON users
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'USER');
END;
--> statement-breakpoint

-- == employee_groups is the index of employees.groups.

-- Adds the groups of a new employee.
CREATE TRIGGER employees_follow_groups_insert AFTER INSERT ON employees
BEGIN
	INSERT INTO employee_groups (company_id, name, cost_center, employee_id)
	SELECT DISTINCT NEW.company_id, value, NEW.cost_center, NEW.id FROM json_each(NEW.groups);
END;
--> statement-breakpoint
-- Follows changes of groups, company and cost centre.
CREATE TRIGGER employees_follow_groups_update AFTER UPDATE OF groups, company_id, cost_center ON employees
WHEN NEW.groups <> OLD.groups OR NEW.company_id <> OLD.company_id OR NEW.cost_center IS NOT OLD.cost_center
BEGIN
	DELETE FROM employee_groups
	WHERE company_id = OLD.company_id AND name IN (SELECT value FROM json_each(OLD.groups)) AND employee_id = OLD.id;
	INSERT INTO employee_groups (company_id, name, cost_center, employee_id)
	SELECT DISTINCT NEW.company_id, value, NEW.cost_center, NEW.id FROM json_each(NEW.groups);
END;
--> statement-breakpoint

-- == Searching people. `folded` in src/benefits/employees/people/rules.ts folds what people search for in the same way.

-- The folded text of each employee: number, names and address.
CREATE VIEW people_texts (employee_id, user_id, text) AS
SELECT e.id, e.user_id, iif(e.date_erased IS NOT NULL, '',
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
		lower(replace(coalesce(e.personnel_number
		, '') || ' ' || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, ''), '@', ' ') || ' ' || u.email), 'ä', 'a')
		, 'Ä', 'a'), 'á', 'a'), 'Á', 'a'), 'à', 'a'), 'À', 'a'), 'â', 'a'), 'Â', 'a'), 'å', 'a'), 'Å', 'a'), 'ö', 'o'), 'Ö', 'o')
		, 'ó', 'o'), 'Ó', 'o'), 'ô', 'o'), 'Ô', 'o'), 'ø', 'o'), 'Ø', 'o'), 'ü', 'u'), 'Ü', 'u'), 'ú', 'u'), 'Ú', 'u'), 'û', 'u')
		, 'Û', 'u'), 'ß', 'ss'), 'é', 'e'), 'É', 'e'), 'è', 'e'), 'È', 'e'), 'ê', 'e'), 'Ê', 'e'), 'ë', 'e'), 'Ë', 'e'), 'í', 'i')
		, 'Í', 'i'), 'î', 'i'), 'Î', 'i'), 'ï', 'i'), 'Ï', 'i'), 'ç', 'c'), 'Ç', 'c'), 'č', 'c'), 'Č', 'c'), 'ć', 'c'), 'Ć', 'c')
		, 'ñ', 'n'), 'Ñ', 'n'), 'š', 's'), 'Š', 's'), 'ş', 's'), 'Ş', 's'), 'ž', 'z'), 'Ž', 'z'), 'ł', 'l'), 'Ł', 'l'), 'ğ', 'g')
		, 'Ğ', 'g'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), '-', ' '), '.', ' '), '_', ' '), '/', ' '))
FROM employees e JOIN users u ON u.id = e.user_id;
--> statement-breakpoint
-- Indexes the start of each word, and every place with at least 3 more letters of its word. Domains are not indexed.
CREATE TRIGGER people_follow_index_insert AFTER INSERT ON people
BEGIN
	INSERT INTO people_index (company, part, employee, place)
	SELECT NEW.company, substr(NEW.text, k.key + 1, 8), NEW.employee, k.key + 1
	FROM json_each('[' || substr(replace(hex(zeroblob(instr(NEW.text || '@', '@') - 1)), '00', ',0'), 2) || ']') k
	WHERE substr(NEW.text, k.key + 1, 1) <> ' '
		AND (k.key = 0 OR substr(NEW.text, k.key, 1) = ' ' OR instr(substr(NEW.text, k.key + 1, 3) || ' ', ' ') = 4);
END;
--> statement-breakpoint
-- Replaces the places of the old text by those of the new one.
CREATE TRIGGER people_follow_index_update AFTER UPDATE OF text ON people
WHEN NEW.text <> OLD.text
BEGIN
	DELETE FROM people_index WHERE (company, part, employee, place) IN (
		SELECT OLD.company, substr(OLD.text, k.key + 1, 8), OLD.employee, k.key + 1
		FROM json_each('[' || substr(replace(hex(zeroblob(instr(OLD.text || '@', '@') - 1)), '00', ',0'), 2) || ']') k);
	INSERT INTO people_index (company, part, employee, place)
	SELECT NEW.company, substr(NEW.text, k.key + 1, 8), NEW.employee, k.key + 1
	FROM json_each('[' || substr(replace(hex(zeroblob(instr(NEW.text || '@', '@') - 1)), '00', ',0'), 2) || ']') k
	WHERE substr(NEW.text, k.key + 1, 1) <> ' '
		AND (k.key = 0 OR substr(NEW.text, k.key, 1) = ' ' OR instr(substr(NEW.text, k.key + 1, 3) || ' ', ' ') = 4);
END;
--> statement-breakpoint
-- Gives a new employee a number in the history, and adds the text.
CREATE TRIGGER employees_follow_party_and_text AFTER INSERT ON employees
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'EMPLOYEE');
	INSERT INTO people (employee, company, text)
	SELECT p.id, c.id, t.text FROM people_texts t, event_parties p, event_parties c
	WHERE t.employee_id = NEW.id AND p.uuid = unhex(replace(NEW.id, '-', '')) AND c.uuid = unhex(replace(NEW.company_id, '-', ''));
END;
--> statement-breakpoint
-- Follows a new personnel number, and an erasure.
CREATE TRIGGER employees_follow_text AFTER UPDATE OF personnel_number, date_erased ON employees
BEGIN
	UPDATE people SET text = (SELECT text FROM people_texts WHERE employee_id = NEW.id)
	WHERE employee = (SELECT id FROM event_parties WHERE uuid = unhex(replace(NEW.id, '-', '')));
END;
--> statement-breakpoint
-- Follows new names and a new address.
CREATE TRIGGER users_follow_text AFTER UPDATE OF first_name, last_name, email ON users
BEGIN
	UPDATE people SET text = (SELECT text FROM people_texts WHERE user_id = NEW.id)
	WHERE employee = (SELECT p.id FROM employees e CROSS JOIN event_parties p ON p.uuid = unhex(replace(e.id, '-', ''))
		WHERE e.user_id = NEW.id);
END;
--> statement-breakpoint

-- == Rows that follow a change.

-- Pending payments go to the present number and cost centre of the employee. Deductions go where the money went.
CREATE TRIGGER employees_follow_payee AFTER UPDATE OF personnel_number, cost_center ON employees
WHEN NEW.date_erased IS NULL
	AND (NEW.personnel_number IS NOT OLD.personnel_number OR NEW.cost_center IS NOT OLD.cost_center)
BEGIN
	UPDATE payroll_transactions
	SET personnel_number = NEW.personnel_number, cost_center = NEW.cost_center, date_modified = NEW.date_modified
	WHERE flex_data_id IN (SELECT id FROM expenses WHERE employee_id = NEW.id AND state = 'APPROVED'
			UNION ALL SELECT id FROM issued_vouchers WHERE employee_id = NEW.id)
		AND state = 'PENDING' AND amount_value > 0;
END;
--> statement-breakpoint
-- The cron removes the receipts of a rejected or withdrawn expense 90 days after the decision.
CREATE TRIGGER expenses_follow_receipts AFTER UPDATE OF state ON expenses
WHEN NEW.state IN ('REJECTED', 'WITHDRAWN')
BEGIN
	UPDATE receipts SET date_unneeded = NEW.date_decided WHERE expense_id = NEW.id;
END;
--> statement-breakpoint
-- The receipts of an expense whose rejection is taken back are kept.
CREATE TRIGGER expenses_follow_reopening AFTER UPDATE OF state ON expenses
WHEN OLD.state = 'REJECTED' AND NEW.state = 'SUBMITTED'
BEGIN
	UPDATE receipts SET date_unneeded = NULL WHERE expense_id = NEW.id;
END;
--> statement-breakpoint
-- The employee record shows the address, so a new address advances its revision.
CREATE TRIGGER users_follow_employee AFTER UPDATE OF email ON users WHEN NEW.email <> OLD.email AND NEW.date_deleted IS NULL
BEGIN
	UPDATE employees SET date_modified = NEW.date_modified, revision = revision + 1 WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- An erased user leaves no address behind.
CREATE TRIGGER users_follow_erasure AFTER UPDATE OF date_deleted ON users
WHEN NEW.date_deleted IS NOT NULL AND OLD.date_deleted IS NULL
BEGIN DELETE FROM invitation_days WHERE email_key = OLD.email_key; END;
--> statement-breakpoint
-- An access is examined for budget that expires.
CREATE TRIGGER flex_accesses_follow_expiry_insert AFTER INSERT ON flex_accesses
BEGIN
	INSERT INTO budget_expiries (employee_id, date_examined, date_due, revision) VALUES (NEW.employee_id, NEW.date_created, 0, 0)
	ON CONFLICT (employee_id) DO UPDATE SET date_due = 0, revision = revision + 1;
END;
--> statement-breakpoint
-- An access that has changed is examined again.
CREATE TRIGGER flex_accesses_follow_expiry_update AFTER UPDATE OF valid_until, date_deleted ON flex_accesses
BEGIN
	UPDATE budget_expiries SET date_due = 0, revision = revision + 1 WHERE employee_id = NEW.employee_id;
END;
--> statement-breakpoint
-- A termination ends accesses.
CREATE TRIGGER employees_follow_expiry_update AFTER UPDATE OF date_terminated ON employees
WHEN NEW.date_terminated IS NOT OLD.date_terminated
BEGIN
	UPDATE budget_expiries SET date_due = 0, revision = revision + 1 WHERE employee_id = NEW.id;
END;
--> statement-breakpoint
-- The drafts of a former employee go when the sign-in ends.
CREATE TRIGGER employees_follow_drafts AFTER UPDATE OF date_sign_in_settled ON employees
WHEN OLD.date_sign_in_settled IS NULL AND NEW.date_sign_in_settled IS NOT NULL
BEGIN
	UPDATE receipt_drafts SET date_discarded = NEW.date_sign_in_settled
	WHERE employee_id = NEW.id AND date_stored IS NOT NULL AND date_discarded IS NULL;
END;
--> statement-breakpoint
-- Cells learn of new names and roles of their guests, and of erased guests.
CREATE TRIGGER users_follow_grants AFTER UPDATE OF email, first_name, last_name, roles, date_deleted ON users
BEGIN UPDATE grants SET since = NEW.date_modified, is_wanted = is_wanted AND NEW.date_deleted IS NULL WHERE user_id = NEW.id; END;
--> statement-breakpoint
-- A user has at most 10 devices. The oldest one gives way.
CREATE TRIGGER push_subscriptions_follow_limit AFTER INSERT ON push_subscriptions
BEGIN
	DELETE FROM push_subscriptions WHERE id IN (
		SELECT id FROM push_subscriptions WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT -1 OFFSET 10);
END;
--> statement-breakpoint
-- Nothing is told to a device on which its user has signed out.
CREATE TRIGGER sessions_follow_push AFTER UPDATE OF date_revoked ON sessions WHEN NEW.date_revoked IS NOT NULL
BEGIN
	DELETE FROM push_subscriptions WHERE session_id = NEW.id;
END;
--> statement-breakpoint
-- A closed or erased user has no devices.
CREATE TRIGGER users_follow_push AFTER UPDATE OF date_closed, date_deleted ON users
WHEN NEW.date_closed IS NOT NULL OR NEW.date_deleted IS NOT NULL
BEGIN
	DELETE FROM push_subscriptions WHERE user_id = NEW.id;
END;
--> statement-breakpoint

-- == The cut-off of a month, and the beginning and end of a flex access, are recorded once.

-- The first cut-off of a new company is the next one.
CREATE TRIGGER companies_follow_cut_off_insert AFTER INSERT ON companies
BEGIN
	INSERT INTO cut_offs (company_id, month, date_passed)
	SELECT NEW.id, month, month + NEW.payroll_reference_day * 86400000 FROM (
		SELECT iif(NEW.date_created < this + NEW.payroll_reference_day * 86400000, this, next) AS month
		FROM (SELECT unixepoch(NEW.date_created / 1000, 'unixepoch', 'start of month') * 1000 AS this,
			unixepoch(NEW.date_created / 1000, 'unixepoch', 'start of month', '+1 month') * 1000 AS next))
	WHERE TRUE ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The next cut-off follows the reference day.
CREATE TRIGGER companies_follow_cut_off_update AFTER UPDATE OF payroll_reference_day ON companies
WHEN NEW.payroll_reference_day <> OLD.payroll_reference_day
BEGIN
	UPDATE cut_offs SET date_passed = month + NEW.payroll_reference_day * 86400000 WHERE company_id = NEW.id;
END;
--> statement-breakpoint
-- The cut-off of a month is recorded once.
CREATE TRIGGER cut_offs_race_month BEFORE UPDATE OF month ON cut_offs
WHEN NEW.month <= OLD.month
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- The beginning of a flex access is recorded once.
CREATE TRIGGER flex_accesses_race_began BEFORE UPDATE OF date_began_recorded ON flex_accesses
WHEN OLD.date_began_recorded IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- The end of a flex access is recorded once.
CREATE TRIGGER flex_accesses_race_ended BEFORE UPDATE OF date_ended_recorded ON flex_accesses
WHEN OLD.date_ended_recorded IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint

-- == Batches of events. `type`, `fields` and `company` of an event are places in the arrays `texts` and `companies`.

-- A row inserted into this view stores all its events.
CREATE VIEW event_batches (author_type, user_id, session_id, roles, request_id, date, texts, companies, events)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE FALSE;
--> statement-breakpoint
-- Stores the events, and once for all of them the author, the texts and the hour.
CREATE TRIGGER event_batches_write INSTEAD OF INSERT ON event_batches
BEGIN
	INSERT INTO event_authors (type, user_id, session_id, roles)
	SELECT NEW.author_type, NEW.user_id, NEW.session_id, NEW.roles
	WHERE NOT EXISTS (SELECT 1 FROM event_authors WHERE session_id IS NEW.session_id AND type = NEW.author_type AND roles = NEW.roles);
	INSERT INTO event_texts (text) SELECT value FROM json_each(NEW.texts);
	INSERT OR REPLACE INTO event_hours (hour, position)
	SELECT CAST(NEW.date AS INTEGER) / 3600000, (SELECT coalesce(max(position), 0) + 1 FROM events)
	WHERE NOT EXISTS (SELECT 1 FROM event_hours WHERE hour >= CAST(NEW.date AS INTEGER) / 3600000);
	INSERT INTO events (id, date, request_id, author, company, subject, record_id, type, fields, before, after)
	SELECT unhex(replace(e.value ->> 'id', '-', '')), NEW.date, NEW.request_id,
		(SELECT id FROM event_authors WHERE session_id IS NEW.session_id AND type = NEW.author_type AND roles = NEW.roles),
		(SELECT json_group_array((SELECT id FROM event_parties WHERE uuid = unhex(replace(value, '-', '')))) FROM json_each(NEW.companies))
			->> (e.value ->> 'companyAt'),
		(SELECT id FROM event_parties WHERE uuid = unhex(replace(e.value ->> 'subjectId', '-', ''))),
		iif(e.value ->> 'recordId' = e.value ->> 'subjectId', NULL, unhex(replace(e.value ->> 'recordId', '-', ''))),
		(SELECT json_group_array((SELECT id FROM event_texts WHERE text = value)) FROM json_each(NEW.texts)) ->> (e.value ->> 'typeAt'),
		(SELECT json_group_array((SELECT id FROM event_texts WHERE text = value)) FROM json_each(NEW.texts)) ->> (e.value ->> 'fieldsAt'),
		nullif(e.value -> 'before', 'null'),
		coalesce(unhex(replace(e.value ->> 'valuesId', '-', '')), e.value -> 'after')
	FROM json_each(NEW.events) e;
END;
--> statement-breakpoint

-- == Vouchers that come due. A stale revision of an employee makes the whole batch fail.

-- A row inserted into this view stores the result of one occurrence of a plan.
CREATE VIEW passages (plan_id, employee_id, revision, next_occurrence, voucher_id, goodies_voucher_type, interval, amount_value,
	amount_currency, due_date, present, event_id, event_author, event_company, event_type, event_fields, event_after)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE FALSE;
--> statement-breakpoint
-- Advances employee and plan, and stores the voucher unless it was skipped.
CREATE TRIGGER passages_write INSTEAD OF INSERT ON passages
BEGIN
	UPDATE employees SET revision = NEW.revision + 1 WHERE id = NEW.employee_id;
	UPDATE planned_vouchers SET next_occurrence = NEW.next_occurrence, date_modified = NEW.present WHERE id = NEW.plan_id;
	INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
		planned_voucher_id, due_date)
	SELECT NEW.voucher_id, NEW.present, NEW.employee_id, NEW.goodies_voucher_type, NEW.interval, NEW.amount_value, NEW.amount_currency,
		NEW.plan_id, NEW.due_date
	WHERE NEW.voucher_id IS NOT NULL;
END;
--> statement-breakpoint
-- Stores the event of the occurrence, unless it has no id. An INSERT … SELECT with a condition would cost one more row.
CREATE TRIGGER passages_write_event INSTEAD OF INSERT ON passages WHEN NEW.event_id IS NOT NULL
BEGIN
	INSERT INTO events (id, date, author, company, subject, record_id, type, fields, after)
	VALUES (unhex(replace(NEW.event_id, '-', '')), NEW.present, NEW.event_author, NEW.event_company,
		(SELECT id FROM event_parties WHERE uuid = unhex(replace(NEW.employee_id, '-', ''))),
		unhex(replace(coalesce(NEW.voucher_id, NEW.plan_id), '-', '')), NEW.event_type, NEW.event_fields, NEW.event_after);
END;
--> statement-breakpoint

-- == A sandbox has a database and a clock of its own, and sends no mail.

-- A company stays what it was created as: a sandbox, or a real company.
CREATE TRIGGER companies_guard_sandbox BEFORE UPDATE OF is_sandbox ON companies
WHEN NEW.is_sandbox <> OLD.is_sandbox
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- A sandbox shares its database with no other company, because the clock is that of the whole database.
CREATE TRIGGER companies_guard_alone BEFORE INSERT ON companies
WHEN EXISTS (SELECT 1 FROM companies WHERE is_sandbox AND id <> NEW.id)
	OR (NEW.is_sandbox AND EXISTS (SELECT 1 FROM companies WHERE id <> NEW.id))
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- A real company has no clock of its own.
CREATE TRIGGER sandboxes_guard_real BEFORE INSERT ON sandboxes
WHEN NOT EXISTS (SELECT 1 FROM companies WHERE id = NEW.company_id AND is_sandbox)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- The clock of a sandbox goes forward, or back to the real time.
CREATE TRIGGER sandboxes_guard_clock BEFORE UPDATE ON sandboxes
WHEN NEW.company_id <> OLD.company_id OR (NEW.ahead < OLD.ahead AND NEW.ahead <> 0)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- No mail leaves a sandbox: it counts as sent at once. It keeps the token of its link, so that people can rehearse an invitation.
CREATE TRIGGER mails_follow_sandbox AFTER INSERT ON mails
WHEN NEW.state = 'waiting' AND EXISTS (SELECT 1 FROM companies WHERE is_sandbox)
BEGIN
	UPDATE mails SET state = 'sent', date_sent = date_created, kept = sealed, sealed = NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
-- No mail of a sandbox waits for a sender.
CREATE TRIGGER mails_guard_sandbox BEFORE UPDATE OF state ON mails
WHEN NEW.state = 'waiting' AND OLD.state <> 'waiting' AND EXISTS (SELECT 1 FROM companies WHERE is_sandbox)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint

-- == A company that is moving takes no writes. "npm run generate:triggers" writes the rest of this file from the catalogue of tables.

-- No row is added while the company moves.
CREATE TRIGGER idempotency_keys_race_move BEFORE INSERT ON idempotency_keys
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.caller_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER mails_race_move_insert BEFORE INSERT ON mails
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- Rows stay as they are instead of being changed while the company moves.
CREATE TRIGGER mails_race_move_update BEFORE UPDATE ON mails
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER muted_notices_race_move_insert BEFORE INSERT ON muted_notices
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER muted_notices_race_move_delete BEFORE DELETE ON muted_notices
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER push_subscriptions_race_move_insert BEFORE INSERT ON push_subscriptions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- Rows stay as they are instead of being changed while the company moves.
CREATE TRIGGER push_subscriptions_race_move_update BEFORE UPDATE ON push_subscriptions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER sessions_race_move_insert BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- Rows stay as they are instead of being changed while the company moves.
CREATE TRIGGER sessions_race_move_update BEFORE UPDATE ON sessions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER refresh_tokens_race_move BEFORE INSERT ON refresh_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM sessions o JOIN movers m ON m.id = o.user_id AND m.is_closed WHERE o.id = NEW.session_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER one_time_tokens_race_move_insert BEFORE INSERT ON one_time_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER one_time_tokens_race_move_update BEFORE UPDATE ON one_time_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER one_time_tokens_race_move_delete BEFORE DELETE ON one_time_tokens
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER address_changes_race_move_insert BEFORE INSERT ON address_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER address_changes_race_move_update BEFORE UPDATE ON address_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER address_changes_race_move_delete BEFORE DELETE ON address_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- Rows stay as they are instead of being changed while the company moves.
CREATE TRIGGER api_keys_race_move BEFORE UPDATE OF date_used ON api_keys
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER sso_sign_ins_race_move_insert BEFORE INSERT ON sso_sign_ins
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER sso_sign_ins_race_move_update BEFORE UPDATE ON sso_sign_ins
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER events_race_move BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND party = NEW.company) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND party = NEW.subject)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER access_events_race_move_insert BEFORE INSERT ON access_events
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER access_events_race_move_update BEFORE UPDATE ON access_events
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER standing_proofs_race_move_insert BEFORE INSERT ON standing_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM standing_expenses o JOIN movers m ON m.id = o.company_id AND m.is_closed WHERE o.id = NEW.standing_expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER standing_proofs_race_move_update BEFORE UPDATE ON standing_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM standing_expenses o JOIN movers m ON m.id = o.company_id AND m.is_closed WHERE o.id = NEW.standing_expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER standing_proofs_race_move_delete BEFORE DELETE ON standing_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM standing_expenses o JOIN movers m ON m.id = o.company_id AND m.is_closed WHERE o.id = OLD.standing_expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER receipts_race_move_insert BEFORE INSERT ON receipts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM expenses o JOIN movers m ON m.id = o.company_id AND m.is_closed WHERE o.id = NEW.expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER receipts_race_move_update BEFORE UPDATE ON receipts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM expenses o JOIN movers m ON m.id = o.company_id AND m.is_closed WHERE o.id = NEW.expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER receipts_race_move_delete BEFORE DELETE ON receipts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM expenses o JOIN movers m ON m.id = o.company_id AND m.is_closed WHERE o.id = OLD.expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER receipt_drafts_race_move_insert BEFORE INSERT ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER receipt_drafts_race_move_update BEFORE UPDATE ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER receipt_drafts_race_move_delete BEFORE DELETE ON receipt_drafts
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER receipt_addresses_race_move BEFORE UPDATE ON receipt_addresses
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- Rows stay as they are instead of being changed while the company moves.
CREATE TRIGGER webhook_endpoints_race_move BEFORE UPDATE ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No row is added while the company moves.
CREATE TRIGGER webhook_deliveries_race_move_insert BEFORE INSERT ON webhook_deliveries
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER webhook_deliveries_race_move_update BEFORE UPDATE ON webhook_deliveries
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
