ALTER TABLE `companies` ADD `leaver_access_days` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `employees` ADD `date_sign_in_settled` integer;--> statement-breakpoint
CREATE INDEX `employees_due_closures` ON `employees` (`date_terminated`) WHERE date_terminated IS NOT NULL AND date_sign_in_settled IS NULL;