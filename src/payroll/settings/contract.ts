import { createRoute, z } from '@hono/zod-openapi';
import { MODULES, type Module } from '../../core/modules.ts';
import { readHeaders } from '../../http/conditional.ts';
import { changedAnswer, jsonBody, recordAnswers } from '../../http/contract.ts';
import { orNull, pathId } from '../../http/fields.ts';
import { changeHeaders } from '../../http/idempotency.ts';
import { BODY_REFUSALS, changing, guarded } from '../../http/problem.ts';
import { wireId } from '../../http/wire.ts';
import type { WageType, WageTypes } from './rules.ts';
import type { PayrollSettings } from './store.ts';

const digits = (maxLength: number, example: string) =>
	z
		.string()
		.regex(new RegExp(`^\\d{1,${maxLength}}$`), `Must be 1 to ${maxLength} digits`)
		.openapi({ maxLength, example });

const wageType = z
	.strictObject({
		number: digits(5, '2100').openapi({ description: 'DATEV’s Lohnart' }),
		lodasKey: orNull(digits(3, '2')).openapi({ description: 'DATEV LODAS’s processing key (bs_nr)' }),
	})
	.openapi('WageTypeInput');

const EXAMPLE = {
	...Object.fromEntries(MODULES.map((one) => [one, null])),
	MEALS: { number: '2100', lodasKey: '2' },
};

/** An object with one field per module; null when unset. */
const byModule = <S extends z.ZodType>(schema: S) =>
	z
		.strictObject(Object.fromEntries(MODULES.map((one) => [one, schema])) as Record<Module, S>)
		.openapi({ example: EXAMPLE });

const fields = {
	adviserNumber: orNull(digits(7, '1234567')).openapi({ description: 'DATEV’s Beraternummer' }),
	clientNumber: orNull(digits(5, '42')).openapi({ description: 'DATEV’s Mandantennummer' }),
};

const settingsBody = z
	.strictObject({ ...fields, wageTypes: byModule(orNull(wageType)) })
	.openapi('PayrollSettingsUpdate', {
		description: 'Numbers that the company’s tax adviser assigns. None has a default.',
	});

const settingsSchema = z
	.strictObject({
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		adviserNumber: digits(7, '1234567').nullable(),
		clientNumber: digits(5, '42').nullable(),
		wageTypes: byModule(
			z
				.strictObject({ number: digits(5, '2100'), lodasKey: digits(3, '2').nullable() })
				.openapi('WageType')
				.nullable(),
		),
	})
	.openapi('PayrollSettings');

const wageTypesToWire = (wageTypes: WageTypes) =>
	Object.fromEntries(MODULES.map((one) => [one, wageTypes[one] ?? null])) as Record<Module, WageType | null>;

export const toWire = (settings: PayrollSettings): z.infer<typeof settingsSchema> => ({
	companyId: settings.companyId,
	adviserNumber: settings.adviserNumber,
	clientNumber: settings.clientNumber,
	wageTypes: wageTypesToWire(settings.wageTypes),
});

const tags = ['Payroll', 'Extension'];
const path = '/companies/{companyId}/payroll-settings';
const params = z.object({ companyId: pathId('companyId') });

export const readPayrollSettingsRoute = createRoute({
	method: 'get',
	path,
	operationId: 'readPayrollSettings',
	tags,
	summary: 'Read the payroll settings of a company',
	request: { headers: readHeaders, params },
	responses: {
		...recordAnswers(settingsSchema, 'The settings'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const updatePayrollSettingsRoute = createRoute({
	method: 'put',
	path,
	operationId: 'updatePayrollSettings',
	tags,
	summary: 'Replace the payroll settings of a company',
	request: { headers: changeHeaders, params, body: jsonBody(settingsBody) },
	responses: {
		200: changedAnswer(settingsSchema, 'The new settings'),
		...changing(...BODY_REFUSALS, 'not_found'),
	},
});
