/** Progress in the lessons, stored as preferences `lesson/…`: which steps are done, and where the player was. */
import type { CourseView, LessonView } from "../generated/protocol";
import { loadPreference, preferencesUnder, savePreference } from "../page/preferences/store";

/** A step, by the name of its lesson and its index. */
export interface LessonPlace {
  lesson: string;
  step: number;
}

export interface Learned {
  /** The steps that are done, as `nameOf` writes them. */
  done: readonly string[];
  /** Where the player was; null before the first visit. */
  at: LessonPlace | null;
}

const PREFIX = "lesson/";
const AT = "learn/at";

export function nameOf({ lesson, step }: LessonPlace): string {
  return `${lesson}/${step}`;
}

export function nSteps(lesson: LessonView): number {
  return lesson.steps.length + lesson.rushes.length;
}

/** Return all steps of the course, in order. */
export function placesOf(course: CourseView): LessonPlace[] {
  return course.lessons.flatMap((lesson) =>
    Array.from({ length: nSteps(lesson) }, (_, step) => ({ lesson: lesson.name, step })),
  );
}

/** Return whether all steps of a lesson are done. */
export function isLearned(learned: Learned, lesson: LessonView): boolean {
  return Array.from({ length: nSteps(lesson) }, (_, step) => nameOf({ lesson: lesson.name, step })).every((name) =>
    learned.done.includes(name),
  );
}

export function withDone(learned: Learned, place: LessonPlace): Learned {
  const name = nameOf(place);
  return learned.done.includes(name) ? learned : { ...learned, done: [...learned.done, name] };
}

/** Return where to start: the lesson in the address, else where the player was, else the first. */
export function beginning(course: CourseView, learned: Learned, named: string): LessonPlace {
  const places = placesOf(course);
  const requested = places.find(({ lesson }) => lesson === named);
  const { at } = learned;
  const known = at ? places.find((place) => nameOf(place) === nameOf(at)) : undefined;
  const found = requested && known?.lesson === requested.lesson ? known : (requested ?? known ?? places[0]);
  if (!found) throw new Error("expected a course with a lesson");
  return found;
}

export function loadLearned(): Learned {
  const [lesson, step] = loadPreference(AT)?.split("/") ?? [];
  return {
    done: Object.keys(preferencesUnder(PREFIX)),
    at: lesson === undefined ? null : { lesson, step: Number(step) },
  };
}

/** Store the progress, where the browser allows it. */
export function saveLearned({ done, at }: Learned): void {
  for (const name of done) savePreference(PREFIX + name, "done");
  if (at) savePreference(AT, nameOf(at));
}
