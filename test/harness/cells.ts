import { env } from 'cloudflare:workers';
import { newCellName, openCell } from '../../src/cells/places.ts';
import { newCompany, type TestCompany } from './service.ts';

export interface TestCell extends TestCompany {
	cell: string;
}

/** A company with its administrator in a new cell. */
export async function newCompanyInCell(payrollReferenceDay = 7): Promise<TestCell> {
	const cell = newCellName();
	await openCell(env, cell);
	return { ...(await newCompany(payrollReferenceDay, 'DE', cell)), cell };
}
