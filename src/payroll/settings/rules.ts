import type { Module } from '../../core/modules.ts';

/** The tax adviser's numbers for one module. */
export interface WageType {
	/** DATEV's Lohnart. */
	number: string;
	/** DATEV LODAS's bs_nr; null when the company does not use LODAS. */
	lodasKey: string | null;
}

export type WageTypes = { [M in Module]?: WageType | null };
