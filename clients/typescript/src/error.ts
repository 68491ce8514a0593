import type { components } from './api.ts';

/** The problem document of a refusal (RFC 9457). Some codes have further members, such as `earliestAllowed`. */
export type Problem = components['schemas']['Problem'];

/** One fault of a request: a JSON pointer into the body or to a parameter, and how to fix it. */
export type Fault = components['schemas']['Fault'];

/** The stable code of a refusal, for programs to act on. Later versions of the service may add codes. */
export type ProblemCode = Problem['code'] | (string & {});

/** The code of a response that does not come from the service, such as the error page of a proxy. */
const FOREIGN = 'unexpected_response';

/** Any refusal of the service. Failures of the network are thrown as `fetch` throws them. */
export class ZubrotError extends Error {
	override readonly name = 'ZubrotError';
	readonly status: number;
	readonly code: ProblemCode;
	/** Each fault of the request, if the service names them. */
	readonly errors: readonly Fault[];
	/** Quote it when you report a problem. */
	readonly requestId: string | undefined;
	/** The whole problem document. Absent if the response had none. */
	readonly problem: Problem | undefined;

	constructor(response: Response, problem: Problem | undefined, message: string) {
		super(message);
		this.status = response.status;
		this.code = problem?.code ?? FOREIGN;
		this.errors = problem?.errors ?? [];
		this.requestId = response.headers.get('X-Request-Id') ?? undefined;
		this.problem = problem;
	}

	/** Reads the problem document of a response. */
	static async of(response: Response): Promise<ZubrotError> {
		const text = await response.text();
		const problem = problemIn(text);
		const faults = problem?.errors?.map(({ pointer, detail }) => ` ${pointer}: ${detail}.`) ?? [];
		const message = problem
			? `${problem.title}: ${problem.detail}${faults.join('')}`
			: `HTTP ${response.status}: ${text.slice(0, 200)}`;
		return new ZubrotError(response, problem, message);
	}
}

function problemIn(text: string): Problem | undefined {
	try {
		const content = JSON.parse(text);
		return typeof content?.code === 'string' ? content : undefined;
	} catch {
		return undefined;
	}
}
