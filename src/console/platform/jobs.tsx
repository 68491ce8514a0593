import { listJobs } from '../../overview/jobs/actions.ts';
import type { JobState } from '../../overview/jobs/store.ts';
import type { Context } from '../env.ts';
import { List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge } from '../parts.tsx';
import { platformPage } from './frame.tsx';
import { WORDS } from './words.ts';

export async function showJobs(c: Context): Promise<Response> {
	const jobs = await listJobs(c.var.call);
	const words = WORDS[c.var.language];
	return platformPage(
		c,
		'runs',
		<>
			<List
				caption={words.runs}
				columns={[
					{ title: words.job, of: ({ job }) => words.jobs[job] },
					{ title: words.state, of: (state) => <RunState of={state} /> },
					{ title: words.waiting, of: (state) => <Waiting of={state} /> },
					{ title: words.handled, of: ({ handled }) => handled ?? '', isNumeric: true },
					{ title: words.lastRun, of: ({ dateRun }) => (dateRun === null ? '' : { time: dateRun }) },
				]}
				rows={jobs}
			/>
			<p class="hint">{words.runsHint}</p>
		</>,
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
