CREATE TABLE `approval_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`module` text NOT NULL,
	`max_amount_value` integer NOT NULL,
	`max_amount_currency` text NOT NULL,
	`accepts_invoices` integer NOT NULL,
	`sample_percent` integer NOT NULL,
	`date_deleted` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approval_rules_max_amount" CHECK("approval_rules"."max_amount_value" BETWEEN 1 AND 100000000),
	CONSTRAINT "approval_rules_sample" CHECK("approval_rules"."sample_percent" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approval_rules_module` ON `approval_rules` (`company_id`,`module`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE TABLE `approval_seeds` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`month` integer NOT NULL,
	`commitment` text NOT NULL,
	`sealed` text,
	`seed` text,
	`date_revealed` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approval_seeds_revealed" CHECK(("approval_seeds"."sealed" IS NULL) = ("approval_seeds"."seed" IS NOT NULL) AND ("approval_seeds"."seed" IS NULL) = ("approval_seeds"."date_revealed" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approval_seeds_month` ON `approval_seeds` (`company_id`,`month`);--> statement-breakpoint
CREATE INDEX `approval_seeds_sealed` ON `approval_seeds` (`sealed`) WHERE sealed IS NOT NULL;--> statement-breakpoint
ALTER TABLE `expenses` ADD `approval_rule_id` text REFERENCES approval_rules(id);--> statement-breakpoint
ALTER TABLE `expenses` ADD `date_ruled` integer;--> statement-breakpoint
ALTER TABLE `expenses` ADD `date_sampled` integer;--> statement-breakpoint
CREATE INDEX `expenses_unruled` ON `expenses` (`company_id`,`module`,`id`) WHERE state = 'SUBMITTED' AND machine_facts IS NOT NULL AND date_ruled IS NULL;--> statement-breakpoint
-- A rule approves only all of what its company permits: a receipt with facts, up to the maximum, while the rule is in force.
CREATE TRIGGER expenses_race_rule BEFORE UPDATE OF approval_rule_id ON expenses
WHEN NEW.approval_rule_id IS NOT NULL AND NEW.approval_rule_id IS NOT OLD.approval_rule_id
	AND (NEW.state <> 'APPROVED' OR NEW.decider_id IS NOT NULL OR NEW.approved_amount_value <> NEW.amount_value
		OR coalesce(NEW.machine_facts ->> 'signature', 'INVALID') = 'INVALID'
		OR NOT EXISTS (SELECT 1 FROM approval_rules r WHERE r.id = NEW.approval_rule_id AND r.company_id = NEW.company_id
			AND r.module = NEW.module AND r.date_deleted IS NULL AND r.max_amount_currency = NEW.amount_currency
			AND r.max_amount_value >= NEW.approved_amount_value))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
