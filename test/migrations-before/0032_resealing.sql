CREATE INDEX `second_factors_sealed` ON `second_factors` (`secret`);--> statement-breakpoint
CREATE INDEX `identity_providers_sealed` ON `identity_providers` (`client_secret`);--> statement-breakpoint
CREATE INDEX `mails_sealed_by` ON `mails` (`sealed`) WHERE sealed IS NOT NULL;