import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import { requireAssistants } from '../../administration/proposals/actions.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';
import { problemOf } from '../../foundation/http/problem.ts';
import { failed, INSTRUCTIONS, type Result, TOOLS, type Tool } from './tools.ts';

/** Returns the handler for one request. It keeps nothing between requests. */
export const handlerFor = (c: Context<AppEnv>) =>
	createMcpHandler(() => serverFor(c), {
		keepAliveMs: 0,
		onerror: (error) => logError('mcp_failed', error, { requestId: c.var.requestId }),
	});

function serverFor(c: Context<AppEnv>): Server {
	const server = new Server(
		{ name: 'zubrot', version: '1.0' },
		{ capabilities: { tools: {} }, instructions: INSTRUCTIONS },
	);
	server.setRequestHandler('tools/list', () => ({
		tools: Object.entries(TOOLS).map(([name, { run: _, ...described }]) => ({ name, ...described })),
	}));
	server.setRequestHandler('tools/call', async ({ params }) => {
		const tool = Object.hasOwn(TOOLS, params.name) ? TOOLS[params.name] : undefined;
		if (tool === undefined) return failed(`There is no tool ${params.name}.`);
		return called(c, tool, params.arguments ?? {});
	});
	return server;
}

/** The assistant reads refusals as results, so that it can correct its request. */
async function called(c: Context<AppEnv>, tool: Tool, given: object): Promise<Result> {
	try {
		const companyId = await requireAssistants(c.var.call);
		return await tool.run({ c, companyId }, given);
	} catch (error) {
		if (error instanceof Refusal) return failed(problemOf(error, c.var.requestId));
		logError('tool_failed', error, { requestId: c.var.requestId });
		return failed('Something went wrong on our side. Try again later.');
	}
}
