import { z } from '@hono/zod-openapi';
import { wireId, wireMoneySum, wireText } from '../../http/wire.ts';
import { MAX_WARNED, WARNINGS, type Warning } from './rules.ts';

const warningSchema = z
	.strictObject({
		code: z.enum(WARNINGS).openapi({ example: 'benefits_in_kind_exceeded' }),
		employeeId: wireId(),
		personnelNumber: wireText('17').nullable(),
		firstName: wireText('Ada').nullable(),
		lastName: wireText('Lovelace').nullable(),
		amount: wireMoneySum.openapi({ example: { value: 6000, currency: 'EUR_CENT' } }),
		limit: wireMoneySum.openapi({ example: { value: 5000, currency: 'EUR_CENT' } }),
	})
	.openapi('PayrollWarning');

export const warnings = z
	.array(warningSchema)
	.max(WARNINGS.length * MAX_WARNED)
	.openapi({
		description:
			'Vouchers of the month that pass what the law of the company’s country leaves free of tax. They forbid nothing',
		example: [],
	});

export const warningsToWire = (found: readonly Warning[]): z.infer<typeof warnings> =>
	found.map(({ code, employeeId, personnelNumber, firstName, lastName, value, limit, currency }) => ({
		code,
		employeeId,
		personnelNumber,
		firstName,
		lastName,
		amount: { value, currency },
		limit: { value: limit, currency },
	}));
