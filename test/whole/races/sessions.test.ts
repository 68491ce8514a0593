import { test } from 'vitest';
import { race, TIMEOUT_MS } from './race.ts';
import { sessionsStage } from './sessions-stage.ts';

test(
	'operations on one session at once end as in some order of them',
	() => race(sessionsStage, 2),
	TIMEOUT_MS,
);
