import { listJobs } from '../../overview/jobs/actions.ts';
import type { JobState } from '../../overview/jobs/store.ts';
import type { Context } from '../env.ts';
import { page, useReader, useWords } from '../page.tsx';
import { Badge, Table, Time } from '../parts.tsx';
import { PlatformHeading } from './parts.tsx';
import { WORDS } from './words.ts';

export async function showJobs(c: Context): Promise<Response> {
	const jobs = await listJobs(c.var.call);
	return page(c, { title: WORDS[c.var.language].runs }, <Jobs jobs={jobs} />);
}

function Jobs({ jobs }: { jobs: readonly JobState[] }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<PlatformHeading part="runs" />
			<Table
				caption={words.runs}
				columns={[words.job, words.state, words.waiting, words.handled, words.lastRun]}
				numeric={[3]}
				rows={jobs.map((state) => [
					words.jobs[state.job],
					<RunState of={state} />,
					<Waiting of={state} />,
					state.handled === null ? '' : say.number(state.handled),
					state.dateRun !== null && <Time at={state.dateRun} />,
				])}
			/>
			<p class="hint">{words.runsHint}</p>
		</>
	);
}

function RunState({ of: { dateRun, dateSucceeded } }: { of: JobState }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	if (dateRun === null) return <Badge mood="calm">{words.never}</Badge>;
	if (dateSucceeded === dateRun) return <Badge mood="good">{words.done}</Badge>;
	return (
		<>
			<Badge mood="bad">{words.failed}</Badge>
			{dateSucceeded !== null && <small class="below">{words.succeeded(say.time(dateSucceeded))}</small>}
		</>
	);
}

function Waiting({ of: { waiting, waitingSince } }: { of: JobState }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	if (waiting === null) return '';
	return (
		<>
			{say.number(waiting)}
			{waitingSince !== null && <small class="below">{words.waitingSince(say.time(waitingSince))}</small>}
		</>
	);
}
