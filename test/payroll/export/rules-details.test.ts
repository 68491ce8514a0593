import { expect, test } from 'vitest';
import { line, obstaclesOf, settings } from './office.ts';

/** What the payroll clerk reads who must mend the settings or the employee before a file is made. */
test.each([
	[
		'The adviser and the client number are missing from the payroll settings.',
		line(),
		settings({ adviserNumber: null }),
	],
	['KITA has no wage type in the payroll settings.', line({ module: 'KITA' }), settings()],
	[
		'The wage type of MEALS has no LODAS processing key in the payroll settings.',
		line(),
		settings({ wageTypes: { MEALS: { number: '2100', lodasKey: null } } }),
	],
	['DATEV needs a personnel number from 1 to 99999.', line({ personnelNumber: 'A17' }), settings()],
	['DATEV carries euros only, not GBP_PENCE.', line({ amountCurrency: 'GBP_PENCE' }), settings()],
	[
		'DATEV takes cost centres of at most 36 characters of windows-1252 without ; and ".',
		line({ costCenter: '47;11' }),
		settings(),
	],
])('%s', (detail, of, office) => {
	expect(obstaclesOf([of], office, 'datev-lodas').map((obstacle) => obstacle.detail)).toEqual([detail]);
});
