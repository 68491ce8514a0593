import type { Module } from './modules.ts';
import type { Money } from './money.ts';

export const RUN_STATES = ['CLOSING', 'CLOSED'] as const;

/** What the lines of one module and currency add up to. */
export interface ModuleSum {
	module: Module;
	amount: Money;
}
