import { test } from 'vitest';
import { companyStage } from './company-stage.ts';
import { isUsual, race, TIMEOUT_MS } from './race.ts';

test(
	'operations on one company at once end as in some order of them',
	() => race(companyStage, 2),
	TIMEOUT_MS,
);

test.runIf(isUsual)(
	'operations on a company that moves end as in some order of them',
	() => race(companyStage, 1, true),
	TIMEOUT_MS,
);
