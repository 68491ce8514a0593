-- A line books a whole expense, one part of an expense for meals, or a voucher.
DROP TRIGGER payroll_transactions_kind;
--> statement-breakpoint
CREATE TRIGGER payroll_transactions_kind BEFORE INSERT ON payroll_transactions
WHEN NEW.kind NOT IN ('EXPENSE', 'MEALS_FLAT_TAXED', 'MEALS_TAX_FREE', 'VOUCHER')
	OR (NEW.kind IN ('MEALS_FLAT_TAXED', 'MEALS_TAX_FREE') AND NEW.module <> 'MEALS')
	OR (NEW.kind = 'VOUCHER') <> (NEW.module = 'GOODIES')
BEGIN
	SELECT RAISE(ABORT, 'line_kind');
END;
--> statement-breakpoint
DROP TRIGGER payroll_transactions_payee;
--> statement-breakpoint
-- What is still to be paid goes to the employee's present number and cost centre. What is taken back goes where the money went.
CREATE TRIGGER payroll_transactions_payee AFTER UPDATE OF personnel_number, cost_center ON employees
WHEN NEW.date_erased IS NULL
	AND (NEW.personnel_number IS NOT OLD.personnel_number OR NEW.cost_center IS NOT OLD.cost_center)
BEGIN
	UPDATE payroll_transactions
	SET personnel_number = NEW.personnel_number, cost_center = NEW.cost_center, date_modified = NEW.date_modified
	WHERE flex_data_id IN (SELECT id FROM expenses WHERE employee_id = NEW.id AND state = 'APPROVED'
			UNION ALL SELECT id FROM issued_vouchers WHERE employee_id = NEW.id)
		AND state = 'PENDING' AND amount_value > 0;
END;
