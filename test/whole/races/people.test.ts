import { test } from 'vitest';
import { administratorsStage } from './administrators-stage.ts';
import { race, TIMEOUT_MS } from './race.ts';
import { registrationStage } from './registration-stage.ts';
import { secondFactorStage } from './second-factor-stage.ts';

test(
	'registrations by one link at once end as in some order of them',
	() => race(registrationStage, 2),
	TIMEOUT_MS,
);

test(
	'administrators who act upon each other at once end as in some order of them, and one stays',
	() => race(administratorsStage, 2),
	TIMEOUT_MS,
);

test(
	'uses of one second factor at once end as in some order of them',
	() => race(secondFactorStage, 2),
	TIMEOUT_MS,
);
