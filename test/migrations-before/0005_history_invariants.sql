-- Code relies on the messages `stale_revision`, `attempt_expired` and `employee_erased`.

-- Each change of a company or a user advances its revision by exactly one, as that of an employee does.
CREATE TRIGGER companies_revision BEFORE UPDATE OF revision ON companies
WHEN NEW.revision <> OLD.revision + 1
BEGIN
	SELECT RAISE(ABORT, 'stale_revision');
END;
--> statement-breakpoint
CREATE TRIGGER users_revision BEFORE UPDATE OF revision ON users
WHEN NEW.revision <> OLD.revision + 1
BEGIN
	SELECT RAISE(ABORT, 'stale_revision');
END;
--> statement-breakpoint
-- Only the attempt that holds a key may answer under it.
CREATE TRIGGER idempotency_keys_attempt BEFORE UPDATE OF status ON idempotency_keys
WHEN NEW.attempt <> OLD.attempt
BEGIN
	SELECT RAISE(ABORT, 'attempt_expired');
END;
--> statement-breakpoint
-- The history only grows. REPLACE fires no trigger of a deletion; an insert of what is there does nothing.
CREATE TRIGGER events_on_delete BEFORE DELETE ON events
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER events_on_insert BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id OR position = NEW.position)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER events_on_update BEFORE UPDATE OF position, id, date, date_reached, author, company_id, subject_type, subject_id, record_id, type ON events
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
-- Values of it may be blanked, and nothing else: the names stay, and a value is what it was or null.
CREATE TRIGGER events_values BEFORE UPDATE OF before, after ON events
WHEN (SELECT json_group_array(key) FROM json_each(NEW.after)) <> (SELECT json_group_array(key) FROM json_each(OLD.after))
	OR (SELECT json_group_array(key) FROM json_each(NEW.before)) <> (SELECT json_group_array(key) FROM json_each(OLD.before))
	OR json_type(NEW.after) <> 'object' OR json_type(NEW.before) IS NOT json_type(OLD.before)
	OR EXISTS (
		SELECT 1 FROM json_each(NEW.after) new JOIN json_each(OLD.after) old ON old.key = new.key
		WHERE new.type <> 'null' AND (new.type <> old.type OR new.value <> old.value)
	)
	OR EXISTS (
		SELECT 1 FROM json_each(NEW.before) new JOIN json_each(OLD.before) old ON old.key = new.key
		WHERE new.type <> 'null' AND (new.type <> old.type OR new.value <> old.value)
	)
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
-- Nothing is written about an erased employee any more: no new expense, no word and no file to an old one.
CREATE TRIGGER expenses_erased_on_insert BEFORE INSERT ON expenses
WHEN EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'employee_erased');
END;
--> statement-breakpoint
CREATE TRIGGER expenses_erased_on_update BEFORE UPDATE OF note, rejection_reason ON expenses
WHEN (NEW.note IS NOT NULL OR NEW.rejection_reason IS NOT NULL)
	AND EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'employee_erased');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_erased_on_insert BEFORE INSERT ON receipts
WHEN EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = NEW.expense_id AND e.date_erased IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'employee_erased');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_erased_on_update BEFORE UPDATE OF date_stored ON receipts
WHEN NEW.date_stored IS NOT NULL
	AND EXISTS (SELECT 1 FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = NEW.expense_id AND e.date_erased IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'employee_erased');
END;
