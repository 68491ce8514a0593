-- What became of due occurrences is stored by inserting it into this view, in one pass. The trigger of the employee's revision
-- refuses what was decided by an older one.
CREATE VIEW passages (plan_id, employee_id, revision, next_occurrence, voucher_id, goodies_voucher_type, interval, amount_value,
	amount_currency, due_date, present)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE FALSE;
--> statement-breakpoint
CREATE TRIGGER passages_on_insert INSTEAD OF INSERT ON passages
BEGIN
	UPDATE employees SET revision = NEW.revision + 1 WHERE id = NEW.employee_id;
	UPDATE planned_vouchers SET next_occurrence = NEW.next_occurrence, date_modified = NEW.present WHERE id = NEW.plan_id;
	INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
		planned_voucher_id, due_date)
	SELECT NEW.voucher_id, NEW.present, NEW.employee_id, NEW.goodies_voucher_type, NEW.interval, NEW.amount_value, NEW.amount_currency,
		NEW.plan_id, NEW.due_date
	WHERE NEW.voucher_id IS NOT NULL;
END;
