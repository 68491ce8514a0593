import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	type DryRunResult,
	DryRunStatus,
	type MutantRunOptions,
	type MutantRunResult,
	type TestResult,
	type TestRunner,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import {
	BaseSequencer,
	createVitest,
	type TestModule,
	type TestSpecification,
	type Vitest,
} from 'vitest/node';
import { PURE_TESTS } from '../../pure.ts';

/**
 * Runs the tests in Node for Stryker. Its unit is a test file: each is loaded afresh with the mutant active from the start,
 * so that constants are mutated like everything else.
 */
class PureRunner implements TestRunner {
	#vitest: Vitest | undefined;
	#ended: TestModule[] = [];

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init(): Promise<void> {
		const root = process.cwd();
		this.#vitest = await createVitest('test', {
			config: false,
			root,
			include: PURE_TESTS,
			setupFiles: ['test/tools/mutation/activation.ts'],
			pool: 'threads',
			maxWorkers: 1,
			bail: 1,
			testTimeout: 60_000,
			watch: false,
			cache: false,
			reporters: [{ onTestModuleEnd: (module) => void this.#ended.push(module) }],
			sequence: { sequencer: ExamplesFirst },
		});
	}

	async dryRun(): Promise<DryRunResult> {
		const modules = await this.#run(null);
		const coverage = modules.map((module) => [module.moduleId, module.meta().coveredMutants ?? {}]);
		return {
			status: DryRunStatus.Complete,
			tests: modules.map(resultOf),
			mutantCoverage: { static: {}, perTest: Object.fromEntries(coverage) },
		};
	}

	async mutantRun({ activeMutant, testFilter }: MutantRunOptions): Promise<MutantRunResult> {
		const modules = await this.#run(activeMutant.id, testFilter);
		return toMutantRunResult({ status: DryRunStatus.Complete, tests: modules.map(resultOf) });
	}

	async dispose(): Promise<void> {
		await this.#vitest?.close();
	}

	/** The test files that ran, of all or of those asked for. The first that fails is the last. */
	async #run(mutant: string | null, only?: readonly string[]): Promise<TestModule[]> {
		if (this.#vitest === undefined) throw new Error('init comes first');
		this.#vitest.provide('activeMutant', mutant);
		const found = await this.#vitest.globTestSpecifications();
		const wanted = found.filter(({ moduleId }) => only?.includes(moduleId) ?? true);
		this.#ended = [];
		await this.#vitest.runTestSpecifications(wanted);
		if (this.#ended.length < wanted.length && this.#ended.every((module) => module.ok())) {
			throw new Error('Some test files did not run though none failed.');
		}
		return this.#ended;
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'pure', PureRunner)];

/** Properties take seconds where examples take milliseconds, and the first failure ends a run. */
class ExamplesFirst extends BaseSequencer {
	override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
		const isProperties = ({ moduleId }: TestSpecification) => Number(moduleId.includes('.properties.'));
		return specifications.toSorted((a, b) => isProperties(a) - isProperties(b));
	}
}

function resultOf(module: TestModule): TestResult {
	const test = {
		id: module.moduleId,
		name: module.relativeModuleId,
		timeSpentMs: module.diagnostic().duration,
	};
	switch (module.state()) {
		case 'passed':
			return { ...test, status: TestStatus.Success };
		case 'failed':
			return { ...test, status: TestStatus.Failed, failureMessage: messageOf(module) };
		default:
			return { ...test, status: TestStatus.Skipped };
	}
}

function messageOf(module: TestModule): string {
	const [failed] = module.children.allTests('failed');
	const errors = failed === undefined ? module.errors() : (failed.result().errors ?? []);
	return `${failed?.fullName ?? module.relativeModuleId}: ${errors.map(({ message }) => message).join('; ')}`;
}
