DROP INDEX `payroll_transactions_run`;--> statement-breakpoint
-- As `linePosition` of src/ledger/table.ts says it.
CREATE INDEX payroll_transactions_position ON payroll_transactions (run_id, (printf('%02d', length(ltrim(coalesce(personnel_number, ''), '0'))) || ltrim(coalesce(personnel_number, ''), '0') || ' ' || id)) WHERE run_id IS NOT NULL;
