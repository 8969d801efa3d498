import { clsx } from "clsx";
import { useEffect, useRef } from "react";

const PARTICLES_MAX = 180;
const linkPx = 180;
const areaPerParticle = 11_000;
const speedPxPerS = 9;
/** 30 pictures a second: the particles are slow, and a battery lasts longer. */
const frameMs = 1000 / 30;
/** The animation ends after this time; it welcomes, and then only costs. */
const animatedMs = 20_000;

interface Particle {
  x: number;
  y: number;
  dx: number;
  dy: number;
  r: number;
}

/**
 * Particles moving over the engraving, connected when close. Animated while `moving`, for 20 s, and
 * not in a hidden tab.
 */
export function Particles({ moving, className }: { moving: boolean; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current;
    const pen = place?.getContext("2d");
    if (!place || !pen) return;
    return animate(place, pen, moving);
  }, [moving]);
  return (
    <canvas ref={canvas} aria-hidden className={clsx("absolute inset-0 size-full", className)} />
  );
}

function animate(place: HTMLCanvasElement, pen: CanvasRenderingContext2D, moving: boolean) {
  let particles: Particle[] = [];
  let frame = 0;
  let last = 0;
  let began: number | null = null;

  const fit = () => {
    const { width, height } = place.getBoundingClientRect();
    const scale = Math.min(devicePixelRatio, 2);
    place.width = width * scale;
    place.height = height * scale;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const count = Math.min(PARTICLES_MAX, Math.round((width * height) / areaPerParticle));
    particles = Array.from({ length: count }, () => placeParticles(width, height));
    draw(pen, particles, place);
  };

  const step = (now: number) => {
    frame = 0;
    began ??= now;
    if (now - began >= animatedMs || document.hidden) return;
    frame = requestAnimationFrame(step);
    // A screen of 60 Hz reports slightly less than two of its frames.
    if (now - last < frameMs - 2) return;
    // Limits the step after a pause, so that the particles do not jump.
    const seconds = Math.min(0.05, (now - last) / 1000);
    last = now;
    const { width, height } = place.getBoundingClientRect();
    for (const particle of particles) drift(particle, seconds, width, height);
    draw(pen, particles, place);
  };
  const go = () => {
    if (moving && frame === 0 && !document.hidden) frame = requestAnimationFrame(step);
  };

  const resized = new ResizeObserver(fit);
  resized.observe(place);
  document.addEventListener("visibilitychange", go);
  go();
  return () => {
    resized.disconnect();
    document.removeEventListener("visibilitychange", go);
    cancelAnimationFrame(frame);
  };
}

function placeParticles(width: number, height: number): Particle {
  const angle = Math.random() * Math.PI * 2;
  return {
    x: Math.random() * width,
    y: Math.random() * height,
    dx: Math.cos(angle) * speedPxPerS,
    dy: Math.sin(angle) * speedPxPerS,
    r: 0.7 + Math.random() * 1.4,
  };
}

function drift(particle: Particle, seconds: number, width: number, height: number) {
  particle.x = (particle.x + particle.dx * seconds + width) % width;
  particle.y = (particle.y + particle.dy * seconds + height) % height;
}

function draw(pen: CanvasRenderingContext2D, particles: Particle[], place: HTMLCanvasElement) {
  const colour = getComputedStyle(place).color;
  pen.clearRect(0, 0, place.width, place.height);
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = 0.6;
  for (const [index, from] of particles.entries()) {
    for (const to of particles.slice(index + 1)) {
      const distance = Math.hypot(from.x - to.x, from.y - to.y);
      if (distance > linkPx) continue;
      pen.globalAlpha = 0.45 * (1 - distance / linkPx) ** 2;
      pen.beginPath();
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      pen.stroke();
    }
    pen.globalAlpha = 0.75;
    pen.beginPath();
    pen.arc(from.x, from.y, from.r, 0, Math.PI * 2);
    pen.fill();
  }
}
