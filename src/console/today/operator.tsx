import type { listTroubledCompanies } from '../../administration/overview/companies/actions.ts';
import type { JobState } from '../../administration/overview/jobs/store.ts';
import { isOfSeveral } from '../../foundation/core/actor.ts';
import { addressFor, BASE } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Panel } from '../parts.tsx';
import { WORDS as PLATFORM_WORDS } from '../platform/words.ts';
import { WORDS } from './words.ts';

interface OperatorProps {
	jobs: readonly JobState[];
	companies: Awaited<ReturnType<typeof listTroubledCompanies>>;
}

/** The tasks of an operator: jobs that failed, mails that did not arrive, and companies without an administrator. */
export function Operator({ jobs, companies }: OperatorProps) {
	const { operator } = useWords(WORDS);
	const { actor } = useReader().c.var.call;
	const { jobs: names } = useWords(PLATFORM_WORDS);
	const lines = [
		...jobs
			.filter(({ dateRun, dateSucceeded }) => dateRun !== dateSucceeded)
			.map(({ job }) => ({ name: names[job], to: `${BASE}/platform/jobs`, what: operator.jobFailed })),
		...companies.flatMap(({ id, name, lacksAdministrator, failing }) => [
			...(lacksAdministrator
				? [{ name, to: `${BASE}/platform/companies/${id}`, what: operator.noAdministrator }]
				: []),
			...(failing === 0
				? []
				: [{ name, to: addressFor('/company/mails', id), what: operator.mailsFailed(failing) }]),
		]),
	];
	return (
		<Panel title={operator.title}>
			{lines.length === 0 && <Empty>{operator.nothing}</Empty>}
			<ul class="rows">
				{lines.map(({ name, to, what }) => (
					<li>
						<a href={to} dir="auto">
							{name}
						</a>
						<Badge mood="bad">{what}</Badge>
					</li>
				))}
			</ul>
			{isOfSeveral(actor) && <p class="hint">{operator.fromCells}</p>}
		</Panel>
	);
}
