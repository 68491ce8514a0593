ALTER TABLE `payroll_runs` ADD `booking_month` text DEFAULT 'RUN' NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_files` ADD `earlier` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_settings` ADD `booking_month` text DEFAULT 'RUN' NOT NULL;