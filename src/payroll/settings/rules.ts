import type { Country } from '../../core/countries.ts';
import { hasMealValues } from '../../core/meals.ts';
import { invalidField } from '../../core/refusals.ts';
import type { WageTypeKey } from '../../ledger/rules.ts';
import type { ExportFormat } from '../export/rules.ts';
import { isReservedByLug } from '../obstacles/rules.ts';

export interface WageType {
	/** DATEV's Lohnart (number of the wage type). */
	number: string;
	/** DATEV LODAS's processing key (bs_nr); null when the company does not use LODAS. */
	lodasKey: string | null;
}

export type WageTypes = { [K in WageTypeKey]?: WageType | null };

/** Refuses a wage type that Lohn und Gehalt keeps for itself, for an office that takes its format. */
export function requireFreeWageTypes(format: ExportFormat | null, wageTypes: WageTypes): void {
	if (format !== 'datev-lug') return;
	for (const [key, given] of Object.entries(wageTypes)) {
		if (!given || !isReservedByLug(given.number)) continue;
		const detail = 'Lohn und Gehalt reserves the wage types 6000 to 7999.';
		throw invalidField(`wageTypes/${key}/number`, 'conflict', detail);
	}
}

/** Refuses to split meals by the law of a country of which the service has no values. */
export function requireMealValues(splitsMeals: boolean, country: Country): void {
	if (!splitsMeals || hasMealValues(country)) return;
	const detail = `The service has no statutory values for meals in ${country}, the company’s taxAffiliation.`;
	throw invalidField('splitsMeals', 'conflict', detail);
}
