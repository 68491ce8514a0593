import type { CoverageData, InstrumenterContext } from '@stryker-mutator/api/core';
import { afterEach, inject } from 'vitest';

declare global {
	/** The object in which Stryker's instrumented code looks up the active mutant and counts mutants that it passes. */
	var __stryker__: InstrumenterContext | undefined;
}

declare module 'vitest' {
	interface ProvidedContext {
		activeMutant: string | null;
	}
	interface TaskMeta {
		coveredMutants?: CoverageData;
	}
}

const currentTestId = 'this file';
const activeMutant = inject('activeMutant');
const context: InstrumenterContext = activeMutant === null ? { currentTestId } : { activeMutant };
globalThis.__stryker__ = context;

afterEach(({ task }) => {
	task.file.meta.coveredMutants = context.mutantCoverage?.perTest[currentTestId] ?? {};
});
