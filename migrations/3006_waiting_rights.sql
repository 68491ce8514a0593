CREATE TABLE `address_proofs` (
	`user_id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`author_id` text NOT NULL,
	`roles` text NOT NULL,
	`company_ids` text NOT NULL,
	`granted_ids` text NOT NULL,
	`key` text,
	`code_mark` text,
	`date_expires` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_proofs_key` ON `address_proofs` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_proofs_code_mark` ON `address_proofs` (`code_mark`);
--> statement-breakpoint

-- == A registered user whose address is not proven has no role beyond EMPLOYEE and no company. Sandboxes are left out, because nothing there
-- is real.

-- Allowed: The new trigger users_race_rights may refuse what older Workers write. They should not give such a role either.
CREATE TRIGGER users_race_rights BEFORE UPDATE OF roles ON users
WHEN NEW.date_registered IS NOT NULL AND NEW.date_proven IS NULL AND NEW.home IS NULL
	AND EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value <> 'EMPLOYEE' AND value NOT IN (SELECT value FROM json_each(OLD.roles)))
	AND NOT EXISTS (SELECT 1 FROM sandboxes WHERE company_id > '')
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A company is not added either.
-- Allowed: The new trigger user_companies_race_proof may refuse what older Workers write. They should not give such a company either.
CREATE TRIGGER user_companies_race_proof BEFORE INSERT ON user_companies
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NOT NULL AND date_proven IS NULL AND home IS NULL)
	AND NOT EXISTS (SELECT 1 FROM user_companies WHERE user_id = NEW.user_id AND company_id = NEW.company_id)
	AND NOT EXISTS (SELECT 1 FROM sandboxes WHERE company_id > '')
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Companies in other databases are not added either.
-- Allowed: The new trigger grants_race_proof may refuse what older Workers write. They should not give such a company either.
CREATE TRIGGER grants_race_proof BEFORE INSERT ON grants
WHEN NEW.is_wanted AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NOT NULL AND date_proven IS NULL AND home IS NULL)
	AND NOT EXISTS (SELECT 1 FROM grants WHERE user_id = NEW.user_id AND company_id = NEW.company_id AND is_wanted)
	AND NOT EXISTS (SELECT 1 FROM sandboxes WHERE company_id > '')
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A link or code that proves nothing registers nobody with more rights.
-- Allowed: The new trigger users_race_registration may refuse what older Workers write. Their links and codes have no way, so it refuses none.
CREATE TRIGGER users_race_registration BEFORE UPDATE OF date_registered ON users
WHEN OLD.date_registered IS NULL AND NEW.date_registered IS NOT NULL
	AND EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = NEW.id AND way IN ('LINK', 'LETTER'))
	AND (EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value <> 'EMPLOYEE')
		OR EXISTS (SELECT 1 FROM user_companies WHERE user_id = NEW.id)
		OR EXISTS (SELECT 1 FROM grants WHERE user_id = NEW.id))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Nothing waits for a proof that is there already, even when both happen at the same time.
CREATE TRIGGER address_proofs_race_insert BEFORE INSERT ON address_proofs
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND (date_proven IS NOT NULL OR date_registered IS NULL))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A link goes to one address and one open user. Rights that wait stay.
CREATE TRIGGER users_follow_proof_links AFTER UPDATE OF email_key, date_closed, date_deleted ON users
WHEN NEW.email_key <> OLD.email_key OR NEW.date_closed IS NOT OLD.date_closed OR NEW.date_deleted IS NOT OLD.date_deleted
BEGIN
	UPDATE address_proofs SET key = NULL, code_mark = NULL WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Nothing waits for a user who is not registered any more.
CREATE TRIGGER users_follow_waiting_rights AFTER UPDATE OF date_registered ON users WHEN NEW.date_registered IS NULL
BEGIN
	DELETE FROM address_proofs WHERE user_id = NEW.id;
END;
--> statement-breakpoint

-- == A company that is moving takes no writes. "npm run generate:triggers" writes the rest of this file from the catalogue of tables.

-- No row is added while the company moves.
CREATE TRIGGER address_proofs_race_move_insert BEFORE INSERT ON address_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER address_proofs_race_move_update BEFORE UPDATE ON address_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is deleted while the company moves.
CREATE TRIGGER address_proofs_race_move_delete BEFORE DELETE ON address_proofs
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = OLD.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
