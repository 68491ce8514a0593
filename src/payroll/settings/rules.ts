import type { Module } from '../../core/modules.ts';
import { invalidField } from '../../core/refusals.ts';
import type { ExportFormat } from '../export/rules.ts';
import { isReservedByLug } from '../obstacles/rules.ts';

export interface WageType {
	/** DATEV's Lohnart (number of the wage type). */
	number: string;
	/** DATEV LODAS's processing key (bs_nr); null when the company does not use LODAS. */
	lodasKey: string | null;
}

export type WageTypes = { [M in Module]?: WageType | null };

/** Refuses a wage type that Lohn und Gehalt keeps for itself, for an office that takes its format. */
export function requireFreeWageTypes(format: ExportFormat | null, wageTypes: WageTypes): void {
	if (format !== 'datev-lug') return;
	for (const [module, given] of Object.entries(wageTypes)) {
		if (!given || !isReservedByLug(given.number)) continue;
		const detail = 'Lohn und Gehalt keeps the wage types 6000 to 7999 for itself.';
		throw invalidField(`wageTypes/${module}/number`, 'conflict', detail);
	}
}
