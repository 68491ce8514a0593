import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Names at the end which drills did not run, so that nobody takes a run without a browser for a complete one. */
export class SkippedDrills implements Reporter {
	#isWhole = true;

	onInit({ config }: Vitest): void {
		this.#isWhole = config.testNamePattern === undefined;
	}

	onTestRunEnd(modules: readonly TestModule[]): void {
		if (!this.#isWhole) return;
		const skipped = modules
			.filter(({ project }) => project.name === 'drills')
			.flatMap((module) => [...module.children.allTests('skipped')])
			.map(({ parent, fullName }) => (parent.type === 'suite' ? parent.fullName : fullName));
		if (skipped.length === 0) return;
		console.log(`\n${skipped.length} drills did not run:`);
		for (const name of new Set(skipped)) console.log(`  ${name}`);
	}
}
