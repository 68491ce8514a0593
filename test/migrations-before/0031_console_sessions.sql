ALTER TABLE `sessions` ADD `kind` text DEFAULT 'API' NOT NULL CHECK (`kind` IN ('API', 'CONSOLE'));--> statement-breakpoint
ALTER TABLE `sessions` ADD `cookie_hash` text CHECK ((`cookie_hash` IS NOT NULL) = (`kind` = 'CONSOLE'));--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_cookie` ON `sessions` (`cookie_hash`) WHERE "sessions"."cookie_hash" IS NOT NULL;
