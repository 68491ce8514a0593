CREATE TABLE `standing_expenses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`employee_id` text NOT NULL,
	`company_id` text NOT NULL,
	`author_id` text NOT NULL,
	`module` text NOT NULL,
	`amount_value` integer NOT NULL,
	`amount_currency` text NOT NULL,
	`day_of_month` integer NOT NULL,
	`start_date` integer NOT NULL,
	`end_date` integer,
	`proof_until` integer NOT NULL,
	`is_public_transport` integer,
	`note` text,
	`up_to` integer NOT NULL,
	`state` text NOT NULL,
	`approved_amount_value` integer,
	`next_date` integer NOT NULL,
	`waiting_since` integer,
	`date_ended` integer,
	`ender_id` text,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_expenses_amount" CHECK("standing_expenses"."amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "standing_expenses_approved" CHECK(("standing_expenses"."state" <> 'ACTIVE' OR "standing_expenses"."approved_amount_value" IS NOT NULL)
				AND ("standing_expenses"."approved_amount_value" IS NULL OR "standing_expenses"."approved_amount_value" BETWEEN 1 AND "standing_expenses"."amount_value")),
	CONSTRAINT "standing_expenses_day" CHECK("standing_expenses"."day_of_month" BETWEEN 1 AND 28),
	CONSTRAINT "standing_expenses_dates" CHECK("standing_expenses"."end_date" IS NULL OR "standing_expenses"."end_date" >= "standing_expenses"."start_date"),
	CONSTRAINT "standing_expenses_ended" CHECK(("standing_expenses"."state" = 'ENDED') = ("standing_expenses"."date_ended" IS NOT NULL)),
	CONSTRAINT "standing_expenses_waiting" CHECK("standing_expenses"."waiting_since" IS NULL OR "standing_expenses"."state" IN ('SUBMITTED', 'ACTIVE')),
	CONSTRAINT "standing_expenses_public_transport" CHECK(("standing_expenses"."is_public_transport" IS NOT NULL) = ("standing_expenses"."module" = 'MOBILITY'))
);
--> statement-breakpoint
CREATE INDEX `standing_expenses_employee` ON `standing_expenses` (`employee_id`,`id`);--> statement-breakpoint
CREATE INDEX `standing_expenses_company` ON `standing_expenses` (`company_id`,waiting_since IS NULL,`id`);--> statement-breakpoint
CREATE INDEX `standing_expenses_due` ON `standing_expenses` (`next_date`) WHERE state = 'ACTIVE' AND next_date <= proof_until AND (end_date IS NULL OR next_date <= end_date);--> statement-breakpoint
CREATE INDEX `standing_expenses_proof` ON `standing_expenses` (`proof_until`) WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE TABLE `standing_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_stored` integer,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text,
	`date_discarded` integer,
	`standing_expense_id` text NOT NULL,
	`author_id` text NOT NULL,
	`proof_until` integer NOT NULL,
	`state` text NOT NULL,
	`approved_amount_value` integer,
	`date_decided` integer,
	`decider_id` text,
	`reasons` text DEFAULT '[]' NOT NULL,
	`rejection_reason` text,
	`date_unneeded` integer,
	FOREIGN KEY (`standing_expense_id`) REFERENCES `standing_expenses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decider_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "standing_proofs_decided" CHECK(("standing_proofs"."state" = 'SUBMITTED') = ("standing_proofs"."date_decided" IS NULL)),
	CONSTRAINT "standing_proofs_approved" CHECK(("standing_proofs"."state" = 'APPROVED') = ("standing_proofs"."approved_amount_value" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `standing_proofs_standing` ON `standing_proofs` (`standing_expense_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `standing_proofs_waiting` ON `standing_proofs` (`standing_expense_id`) WHERE state = 'SUBMITTED' AND date_stored IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `standing_proofs_unneeded` ON `standing_proofs` (`date_unneeded`) WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
CREATE INDEX `standing_proofs_unstored` ON `standing_proofs` (`date_created`) WHERE date_stored IS NULL;--> statement-breakpoint
CREATE INDEX `standing_proofs_discarded` ON `standing_proofs` (`date_discarded`) WHERE date_discarded IS NOT NULL;--> statement-breakpoint
ALTER TABLE `expenses` ADD `standing_expense_id` text REFERENCES standing_expenses(id);
--> statement-breakpoint
-- A standing expense has one expense in each month, whatever the cron does.
CREATE UNIQUE INDEX expenses_standing ON expenses (standing_expense_id, strftime('%Y-%m', date / 1000, 'unixepoch'))
WHERE standing_expense_id IS NOT NULL;
--> statement-breakpoint
-- Allowed: The new trigger expenses_race_standing may refuse what older Workers write. They write no expense of a standing one.
-- Allowed: The new trigger expenses_guard_standing may refuse what older Workers write. It refuses only to move such an expense to another month.
-- Allowed: The trigger expenses_race_receipt has changed. It only exempts expenses that older Workers do not make.
-- Allowed: The trigger expenses_race_quota has changed. It only exempts expenses that older Workers do not make.

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
DROP TRIGGER expenses_race_receipt;
--> statement-breakpoint
-- Nothing is approved without a receipt if the company requires one for the module. A standing expense has a proof instead.
CREATE TRIGGER expenses_race_receipt BEFORE UPDATE OF state ON expenses
WHEN NEW.state = 'APPROVED' AND OLD.state <> 'APPROVED' AND NEW.standing_expense_id IS NULL
	AND (SELECT instr(receipt_required_modules, '"' || NEW.module || '"') > 0 FROM companies WHERE id = NEW.company_id)
	AND NOT EXISTS (SELECT 1 FROM receipts WHERE expense_id = NEW.id AND date_stored IS NOT NULL AND date_discarded IS NULL)
BEGIN SELECT RAISE(ABORT, 'receipt_missing'); END;
--> statement-breakpoint
DROP TRIGGER expenses_race_quota;
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
-- No upload of a proof begins while its company moves.
CREATE TRIGGER standing_proofs_race_move_insert BEFORE INSERT ON standing_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM standing_expenses s JOIN movers m ON m.id = s.company_id AND m.is_closed WHERE s.id = NEW.standing_expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- None ends.
CREATE TRIGGER standing_proofs_race_move_update BEFORE UPDATE ON standing_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM standing_expenses s JOIN movers m ON m.id = s.company_id AND m.is_closed WHERE s.id = NEW.standing_expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No proof is removed.
CREATE TRIGGER standing_proofs_race_move_delete BEFORE DELETE ON standing_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed)
	AND EXISTS (SELECT 1 FROM standing_expenses s JOIN movers m ON m.id = s.company_id AND m.is_closed WHERE s.id = OLD.standing_expense_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
