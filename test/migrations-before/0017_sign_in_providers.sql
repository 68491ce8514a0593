CREATE TABLE `company_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`domain` text NOT NULL,
	`date_verified` integer,
	`date_checked` integer,
	`date_missing` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "company_domains_missing" CHECK("company_domains"."date_missing" IS NULL OR "company_domains"."date_verified" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_domains_company` ON `company_domains` (`company_id`,`domain`);--> statement-breakpoint
CREATE UNIQUE INDEX `company_domains_proven` ON `company_domains` (`domain`) WHERE date_verified IS NOT NULL;--> statement-breakpoint
CREATE INDEX `company_domains_due` ON `company_domains` (`date_checked`) WHERE date_verified IS NOT NULL;--> statement-breakpoint
CREATE TABLE `identity_providers` (
	`company_id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text NOT NULL,
	`only_sso` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
