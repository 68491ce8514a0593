DROP INDEX `payroll_transactions_pending`;
--> statement-breakpoint
-- Lines that wait in a company, by cut-off and then as `positionByNumber` of src/employees/table.ts says it.
CREATE INDEX payroll_transactions_pending ON payroll_transactions (company_id, payroll_reference_date, (printf('%02d', length(ltrim(coalesce(personnel_number, ''), '0'))) || ltrim(coalesce(personnel_number, ''), '0') || ' ' || id)) WHERE state = 'PENDING';
--> statement-breakpoint
-- Employees of a company in the same order.
CREATE INDEX employees_position ON employees (company_id, (printf('%02d', length(ltrim(coalesce(personnel_number, ''), '0'))) || ltrim(coalesce(personnel_number, ''), '0') || ' ' || id));
