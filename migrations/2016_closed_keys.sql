-- No request with an idempotency key begins. Its key would not be in the copy.
CREATE TRIGGER idempotency_keys_race_move BEFORE INSERT ON idempotency_keys
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.caller_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
