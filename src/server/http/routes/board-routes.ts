import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { BoardPreview } from '../../../lobby/games/board-preview.ts';
import { askedBoards, type BoardPreviewJson as Board, boardPreviews } from '../../../protocols/api/resource-schemas.ts';
import { coordinates, square } from '../../../rules/point.ts';
import { failures, json } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const boardsRoute = createRoute({
  method: 'get',
  path: '/api/boards',
  operationId: 'getBoards',
  tags: ['Games'],
  summary: 'The stones of some running games',
  description: 'For previews. Games that are not running, are private, or have not changed are left out.',
  request: { query: askedBoards },
  responses: { 200: json('In the order of the request.', boardPreviews), ...failures(400) },
});

/** Milliseconds that the previews of one request may take. For the preview of a restored game, its moves may have to be read first. */
const MAXIMUM_TIME = 5;

export function boardRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  return new OpenAPIHono<RequestEnvironment>().openapi(boardsRoute, (c) => {
    const requested = c.req.valid('query').games.split(',');
    const end = services.clock.now() + MAXIMUM_TIME;
    const boards = requested.flatMap((each) => {
      // The client requests the missing previews again later.
      if (services.clock.now() > end) return [];
      const [game, known] = each.split(':').map(Number);
      const preview = services.hub.directory.boardPreview(game!, known);
      return preview === undefined ? [] : boardOf(preview);
    });
    return c.json({ boards }, 200);
  });
}

const boardOf = ({ game, size, version, moves, stones, last }: BoardPreview): Board => ({
  game,
  version,
  turns: moves,
  ...(stones === undefined ? {} : { stones }),
  ...(last === undefined ? {} : { last: coordinates(square(size), last) }),
});
