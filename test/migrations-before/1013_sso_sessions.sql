ALTER TABLE `sessions` ADD `is_by_sso` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- Only the identity provider can have opened the sessions of users without a password, apart from API keys.
UPDATE sessions SET is_by_sso = TRUE, date_expires = min(date_expires, date_created + 86400000)
WHERE id NOT IN (SELECT id FROM api_keys) AND user_id IN (SELECT id FROM users WHERE password_hash IS NULL);
