-- == A person wins an e-mail address with a proof. Until then, several companies may have users with it. The one who registered first, or else
-- the last one, has the plain key. The key of each other one is the address, a number sign and the id of the user.

-- The company of a user is known only with its employee. Within one company, an address is unique.
-- Allowed: The new trigger employees_race_address may refuse what older Workers write. They find such an address taken anyway.
CREATE TRIGGER employees_race_address BEFORE INSERT ON employees
WHEN EXISTS (SELECT 1 FROM (SELECT iif(substr(email_key, -37) = '#' || id, substr(email_key, 1, length(email_key) - 37), email_key) AS address
		FROM users WHERE id = NEW.user_id) a
	CROSS JOIN users u ON u.email_key >= a.address AND u.email_key < a.address || '$' AND u.id <> NEW.user_id
	WHERE EXISTS (SELECT 1 FROM employees WHERE user_id = u.id AND company_id = NEW.company_id AND id <> NEW.id)
		OR EXISTS (SELECT 1 FROM user_companies WHERE user_id = u.id AND company_id = NEW.company_id))
BEGIN SELECT RAISE(ABORT, 'users.email_key'); END;
--> statement-breakpoint
-- The same holds for the managers of a company.
-- Allowed: The new trigger user_companies_race_address may refuse what older Workers write. They find such an address taken anyway.
CREATE TRIGGER user_companies_race_address BEFORE INSERT ON user_companies
WHEN EXISTS (SELECT 1 FROM (SELECT iif(substr(email_key, -37) = '#' || id, substr(email_key, 1, length(email_key) - 37), email_key) AS address
		FROM users WHERE id = NEW.user_id) a
	CROSS JOIN users u ON u.email_key >= a.address AND u.email_key < a.address || '$' AND u.id <> NEW.user_id
	WHERE EXISTS (SELECT 1 FROM employees WHERE user_id = u.id AND company_id = NEW.company_id)
		OR EXISTS (SELECT 1 FROM user_companies WHERE user_id = u.id AND company_id = NEW.company_id))
BEGIN SELECT RAISE(ABORT, 'users.email_key'); END;
--> statement-breakpoint
-- A move to the address of a colleague is refused too.
-- Allowed: The new trigger users_race_colleague may refuse what older Workers write. They find such an address taken anyway.
CREATE TRIGGER users_race_colleague BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key AND NEW.email_key <> NEW.id
	AND EXISTS (SELECT 1 FROM (SELECT iif(substr(NEW.email_key, -37) = '#' || NEW.id, substr(NEW.email_key, 1, length(NEW.email_key) - 37),
			NEW.email_key) AS address) a
		CROSS JOIN users u ON u.email_key >= a.address AND u.email_key < a.address || '$' AND u.id <> NEW.id
		CROSS JOIN (SELECT company_id FROM employees WHERE user_id = NEW.id UNION ALL SELECT company_id FROM user_companies WHERE user_id = NEW.id) c
		WHERE EXISTS (SELECT 1 FROM employees WHERE user_id = u.id AND company_id = c.company_id)
			OR EXISTS (SELECT 1 FROM user_companies WHERE user_id = u.id AND company_id = c.company_id))
BEGIN SELECT RAISE(ABORT, 'users.email_key'); END;
--> statement-breakpoint
-- A user who has not registered makes way for the next one, and waits. The unique index keeps the key of a registered one.
CREATE TRIGGER users_follow_way_insert BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM users WHERE email_key = NEW.email_key AND id <> NEW.id AND date_registered IS NULL AND email_key <> id)
BEGIN
	UPDATE users SET email_key = email_key || '#' || id WHERE email_key = NEW.email_key;
END;
--> statement-breakpoint
-- The same for a user who registers or moves.
CREATE TRIGGER users_follow_way_update BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key
	AND EXISTS (SELECT 1 FROM users WHERE email_key = NEW.email_key AND id <> NEW.id AND date_registered IS NULL AND email_key <> id)
BEGIN
	UPDATE users SET email_key = email_key || '#' || id WHERE email_key = NEW.email_key;
END;
--> statement-breakpoint
-- Nobody registers or proves an address while waiting for it.
-- Allowed: The new trigger users_race_waiting may refuse what older Workers write. They would register a second user of an address.
CREATE TRIGGER users_race_waiting BEFORE UPDATE OF email_key, date_registered, date_proven ON users
WHEN (NEW.date_registered IS NOT NULL OR NEW.date_proven IS NOT NULL) AND substr(NEW.email_key, -37) = '#' || NEW.id
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- A proof is stored only when all others have lost the address, even when two proofs happen at the same time.
-- Allowed: The new trigger users_race_proof may refuse what older Workers write. They would leave two users with one address.
CREATE TRIGGER users_race_proof BEFORE UPDATE OF date_proven ON users
WHEN NEW.date_proven IS NOT NULL AND NEW.date_proven IS NOT OLD.date_proven
	AND EXISTS (SELECT 1 FROM users WHERE email_key >= NEW.email_key AND email_key < NEW.email_key || '$' AND id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'address_contested'); END;
--> statement-breakpoint
-- == Winning an address or waiting for it changes the key, but not the address. So links, accounts at providers and sessions stay.
-- Allowed: The trigger users_follow_links has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_links;
--> statement-breakpoint
-- Every link ends when the address, the password or the registration of its user changes.
CREATE TRIGGER users_follow_links AFTER UPDATE OF password_hash, email_key, date_registered ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1) OR NEW.date_registered IS NOT OLD.date_registered
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_identities has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_identities;
--> statement-breakpoint
-- An account at an identity provider does not follow an address that moves to another person.
CREATE TRIGGER users_follow_identities AFTER UPDATE OF email_key ON users WHEN NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1)
BEGIN
	DELETE FROM external_identities WHERE user_id = NEW.id;
	DELETE FROM sso_sign_ins WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_sessions has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_sessions;
--> statement-breakpoint
-- A new address ends every session, however it was changed.
CREATE TRIGGER users_follow_sessions AFTER UPDATE OF email_key ON users WHEN NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1)
BEGIN
	UPDATE sessions SET date_revoked = NEW.date_modified
	WHERE user_id = NEW.id AND date_revoked IS NULL AND date_expires > NEW.date_modified;
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_address_changes has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_address_changes;
--> statement-breakpoint
-- A waiting change of the address ends as other links do. Nothing restores an address to a user who was erased or released it.
CREATE TRIGGER users_follow_address_changes AFTER UPDATE OF password_hash, email_key, date_registered ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1) OR NEW.date_registered IS NOT OLD.date_registered
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.id AND (kind = 'CONFIRMATION' OR NEW.email_key = NEW.id);
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_proof has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_proof;
--> statement-breakpoint
-- A proof is about one address, so it ends with the address. Its way stays, so that the next proof is not taken for the first one.
CREATE TRIGGER users_follow_proof AFTER UPDATE OF email_key ON users
WHEN NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1) AND NEW.date_proven IS NOT NULL
BEGIN
	UPDATE users SET date_proven = NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_first_proof has changed. It does less than before.
DROP TRIGGER users_follow_first_proof;
--> statement-breakpoint
-- Somebody else may have registered the user with a printed code. What that person set up ends with the first proof by the provider or operator.
CREATE TRIGGER users_follow_first_proof AFTER UPDATE OF date_proven ON users
WHEN OLD.date_proven IS NULL AND OLD.proof IS NULL AND NEW.proof IN ('PROVIDER', 'OPERATOR') AND NEW.date_registered IS NOT NULL
BEGIN
	UPDATE users SET password_hash = NULL WHERE id = NEW.id AND NEW.proof = 'PROVIDER' AND password_hash IS NOT NULL;
	DELETE FROM recovery_codes WHERE user_id = NEW.id;
	DELETE FROM second_factors WHERE user_id = NEW.id;
	DELETE FROM push_subscriptions WHERE user_id = NEW.id;
	DELETE FROM receipt_addresses WHERE employee_id IN (SELECT id FROM employees WHERE user_id = NEW.id);
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_identity_changes has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_identity_changes;
--> statement-breakpoint
-- A new address or a closed account ends every request about the person, and the links of a move.
CREATE TRIGGER users_follow_identity_changes AFTER UPDATE OF email_key, date_closed ON users
WHEN NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1) OR (NEW.date_closed IS NOT NULL AND OLD.date_closed IS NULL)
BEGIN
	UPDATE identity_changes SET state = 'CANCELLED', date_modified = NEW.date_modified, date_due = NEW.date_modified + 7776000000
	WHERE kind IN ('ADDRESS', 'CODE', 'REST') AND about_id = NEW.id AND state = 'OPEN';
	DELETE FROM address_changes WHERE user_id = NEW.id AND kind IN ('PROOF', 'AGREEMENT');
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_proof_links has changed. A key that only wins or waits does nothing, which older Workers never write.
DROP TRIGGER users_follow_proof_links;
--> statement-breakpoint
-- A link goes to one address and one open user. Rights that wait stay.
CREATE TRIGGER users_follow_proof_links AFTER UPDATE OF email_key, date_closed, date_deleted ON users
WHEN NOT (instr(NEW.email_key || '#', OLD.email_key || '#') = 1 OR instr(OLD.email_key || '#', NEW.email_key || '#') = 1) OR NEW.date_closed IS NOT OLD.date_closed OR NEW.date_deleted IS NOT OLD.date_deleted
BEGIN
	UPDATE address_proofs SET key = NULL, code_mark = NULL WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Allowed: The trigger mails_follow_invitations has changed. It counts by the address, also for those who wait.
DROP TRIGGER mails_follow_invitations;
--> statement-breakpoint
-- Counts invitations by the address that they are sent to, so that a changed or released address starts no new count.
CREATE TRIGGER mails_follow_invitations AFTER INSERT ON mails WHEN NEW.kind = 'invitation'
BEGIN
	INSERT INTO invitation_days (email_key, day, invitations)
	SELECT iif(substr(email_key, -37) = '#' || id, substr(email_key, 1, length(email_key) - 37), email_key), NEW.date_created / 86400000, 1 FROM users WHERE id = NEW.user_id
	ON CONFLICT (email_key, day) DO UPDATE SET invitations = invitations + 1;
END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_erasure has changed. It deletes the address itself, also of those who wait.
DROP TRIGGER users_follow_erasure;
--> statement-breakpoint
-- An erased user leaves no address behind.
CREATE TRIGGER users_follow_erasure AFTER UPDATE OF date_deleted ON users
WHEN NEW.date_deleted IS NOT NULL AND OLD.date_deleted IS NULL
BEGIN DELETE FROM invitation_days WHERE email_key = iif(substr(OLD.email_key, -37) = '#' || OLD.id, substr(OLD.email_key, 1, length(OLD.email_key) - 37), OLD.email_key); END;
