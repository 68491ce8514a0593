import type { Queue } from '../../expenses/queue/actions.ts';
import { BASE } from '../env.ts';
import { Heading, useReader, useWords } from '../page.tsx';
import { Empty, Paging, Panel } from '../parts.tsx';
import { DeadlineBadge } from './waiting.tsx';
import { WORDS } from './words.ts';

/** The companies that somebody looks after, with what waits in each. */
export function Companies({ queues, next }: { queues: readonly Queue[]; next: string | null }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	return (
		<div class="narrow">
			<Heading title={words.today} above={say.day(c.var.now)} />
			<Panel title={words.companies}>
				{queues.length === 0 && <Empty>{words.noCompany}</Empty>}
				<ul class="rows">
					{queues.map((queue) => (
						<li>
							<span>
								<a href={`${BASE}/today?company=${queue.companyId}`} dir="auto">
									{queue.name}
								</a>
								<small class="below">
									{queue.waiting === 0 ? words.nothingWaits : words.toVerify(queue.waiting)}
								</small>
							</span>
							<DeadlineBadge queue={queue} />
						</li>
					))}
				</ul>
			</Panel>
			<Paging next={next} />
		</div>
	);
}
