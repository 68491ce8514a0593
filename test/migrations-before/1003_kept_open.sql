ALTER TABLE `employees` ADD `date_kept_open` integer;--> statement-breakpoint
CREATE INDEX `employees_kept_open` ON `employees` (`company_id`) WHERE date_kept_open IS NOT NULL;