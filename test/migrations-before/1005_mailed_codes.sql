ALTER TABLE `one_time_tokens` ADD `code_mark` text;--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_code_mark` ON `one_time_tokens` (`code_mark`);