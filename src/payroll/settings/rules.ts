import type { Module } from '../../core/modules.ts';

export interface WageType {
	/** DATEV's Lohnart (number of the wage type). */
	number: string;
	/** DATEV LODAS's processing key (bs_nr); null when the company does not use LODAS. */
	lodasKey: string | null;
}

export type WageTypes = { [M in Module]?: WageType | null };
